/** docs/proof.md: what the proof found, without anything that differs between two runs. */
import type { Requirement } from '../../harness/requirement.js';
import type { Fault, Variant } from '../../reference-impl/index.js';
import { beyondDegenerates, reasonFor } from './accidents.js';
import { falseAlarms, type Kills } from './findings.js';
import { type Result, those } from './jobs.js';

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export interface Proof {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly requirements: readonly Requirement[];
  readonly kills: Kills;
  readonly faultResults: readonly Result[];
  readonly variantResults: readonly Result[];
  readonly degenerateResults: readonly Result[];
}

export function page(proof: Proof): string {
  const { faults, requirements, kills } = proof;
  const killed = requirements.filter(({ id }) => kills[id]);
  return `<!-- Written by \`npm run prove -- --update\`. Do not edit. -->
# Proof: every check has been seen to fail

Each of the ${faults.length} faults in \`reference-impl/faults/\` is one defect of an otherwise conforming server. The suite is run against every one of them, with the requirements of the operations that the fault changes or aims at (where one kind of value of one field is let through, of which there are hundreds, with what the fault aims at alone). ${killed.length} of ${requirements.length} \`must\` and \`should\` requirements are turned red by at least one. \`npm run prove\` fails when a fault survives, when a requirement is killed by none, and when a fault breaks other requirements than \`reference-impl/faults/proven.json\` says.

## Families of faults
${families(proof)}

## Requirements by the faults that turn them red
The first three, those that were made for it before others, and how many there are in all. \`netemu-conformance explain ID\` shows them.

${byRequirement(proof)}

## Variants: servers that differ and conform
None may lose a \`must\` or a \`should\`, but for what it gives up knowingly.

${variantTable(proof)}

## Degenerate servers
What still passes on servers that know nothing of the interface, and why. "Behind creations" means that fixtures can be made, and only the documented operations know nothing.

${degenerateTables(proof)}

### What none of them can be caught at
${table(
  ['requirements', 'why', 'what turns them red'],
  beyondDegenerates.map(({ requirement, reason }) => [
    `\`${requirement.source.replaceAll('\\', '').replace('$', '').replace('|', ', ')}\``,
    reason,
    `${requirements.filter(({ id }) => requirement.test(id) && kills[id]).length} of ${requirements.filter(({ id }) => requirement.test(id)).length} by a fault`,
  ]),
)}
`;
}

function families({ faults, faultResults }: Proof): string {
  const failed = new Map(faultResults.map((result) => [result.job.name, those('failed', result).length]));
  const names = [...new Set(faults.map(({ family }) => family))];
  return table(
    ['family', 'faults', 'killed', 'survived', 'requirements killed by one, at most', 'example'],
    names.map((family) => {
      const mine = faults.filter((each) => each.family === family);
      const counts = mine.map(({ name }) => failed.get(name) ?? 0);
      const survived = counts.filter((count) => count === 0).length;
      return [
        family,
        mine.length,
        mine.length - survived,
        survived,
        Math.max(...counts),
        `\`${mine[0]?.name}\``,
      ];
    }),
  );
}

function byRequirement({ requirements, kills }: Proof): string {
  return table(
    ['requirement', 'level', 'faults', 'among them'],
    requirements.map(({ id, level }) => {
      const all = kills[id] ?? [];
      const shown = all.slice(0, 3).map((name) => `\`${name}\``);
      return [`\`${id}\``, level, all.length === 0 ? '**none**' : all.length, shown.join(', ')];
    }),
  );
}

function variantTable({ variants, variantResults }: Proof): string {
  return table(
    ['variant', 'what it does', 'gives up', 'lost'],
    variants.map(({ name, summary, givesUp = [] }) => {
      const mine = variantResults.filter(({ job }) => job.name === name);
      const lost = falseAlarms(variants, mine).map(({ requirement }) => `\`${requirement}\``);
      return [
        `\`${name}\``,
        summary,
        givesUp.map((id) => `\`${id}\``).join(', ') || '–',
        lost.join(', ') || 'nothing',
      ];
    }),
  );
}

function degenerateTables({ degenerateResults }: Proof): string {
  return degenerateResults
    .map((result) => {
      const passed = those('passed', result);
      const byReason = new Map<string, string[]>();
      for (const id of passed) {
        const reason = reasonFor(result.job.name, id) ?? '**by accident**';
        byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
      }
      const behind = result.job.kind === 'degenerate' ? '' : ', behind creations';
      const counts = `${those('failed', result).length} failed, ${passed.length} passed, ${
        those('inconclusive', result).length + those('not-exercised', result).length
      } could not be judged.`;
      const rows = [...byReason].map(([reason, ids]) => [reason, ids.length, grouped(ids)] as const);
      const list = rows.length > 0 ? `\n\n${table(['passes because', 'how many', 'which'], rows)}` : '';
      return `### ${result.job.name}${behind}\n${counts}${list}`;
    })
    .join('\n\n');
}

/** Requirements without their operation, which there are too many of. */
function grouped(ids: readonly string[]): string {
  const names = [...new Set(ids.map((id) => id.replace(/^(compute\.)?\w+\.\w+\./, '')))];
  const shown = names.slice(0, 12).map((name) => `\`${name}\``);
  return shown.join(', ') + (names.length > 12 ? ` and ${names.length - 12} more` : '');
}
