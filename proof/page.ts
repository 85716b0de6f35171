/** docs/proof.md: what the proof found, without anything that differs between two runs. */
import { basis } from '../cli/basis.js';
import type { Requirement } from '../harness/requirement.js';
import type { Fault, Variant } from '../reference-impl/index.js';
import { markdownTable } from '../reporters/text/markdown-table.js';
import { beyondTrivialServers, reasonFor } from './expected-passes.js';
import { idsWithVerdict, type Result } from './jobs.js';

export interface Proof {
  /** Each with what it was seen to break. */
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly requirements: readonly Requirement[];
  readonly trivialResults: readonly Result[];
}

/** The page, from the results of a whole proof. */
export function page(proof: Proof): string {
  const { faults, variants, requirements } = proof;
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  const killed = requirements.filter(({ id }) => broken.has(id)).length;
  const givingUp = variants.filter(({ givesUp = [] }) => givesUp.length > 0);
  return `<!-- Written by \`npm run prove -- --update\`. Do not edit. -->
# Proof: every check can fail
Run with ${basis}.

Each of the ${faults.length} faults in \`reference-impl/faults/\` is one defect of an otherwise conforming server. The suite judges each of them by the requirements of the operations that the fault changes or aims at; where one kind of invalid value of one field is accepted, of which there are hundreds, by what the fault aims at alone. ${killed} of ${requirements.length} \`must\` and \`should\` requirements fail on at least one fault. \`npx netemu-conformance explain ID\` names the faults of a requirement; \`reference-impl/faults/proven/\` names the requirements that each fault breaks.

\`npm run prove\` fails when a fault is not found, when a requirement fails on no fault, when a conforming variant loses a requirement, and when a requirement passes on a trivial server for no stated reason. It notes which faults break other requirements beside what they aim at than recorded: some of that depends on timing.

## Faults
${markdownTable(['module', 'faults', 'found', 'requirements failed by one, at most', 'families'], faultRows(faults), 'words')}

## Variants
${variants.length} servers that differ from the reference implementation and conform pass every \`must\` and \`should\`${givingUp.length > 0 ? ', except:' : '.'}
${givingUp.map(({ name, summary, givesUp = [] }) => `\n- \`${name}\` (${summary}) gives up ${givesUp.map((id) => `\`${id}\``).join(', ')}.`).join('')}

## Trivial servers
Servers that know nothing of the interface. "Behind creations" means that resources can be created, and only the documented operations know nothing. Why a requirement passes all the same is in \`proof/expected-passes.ts\`.

${markdownTable(['server', 'failed', 'passed for a stated reason', 'could not be judged'], trivialRows(proof))}

None of them fails these requirements; faults do:
${beyondTrivialServers.map((each) => `\n- ${beyond(each, requirements, broken)}`).join('')}
`;
}

function faultRows(faults: readonly Fault[]) {
  return [...new Set(faults.map(({ module }) => module))].map((module) => {
    const mine = faults.filter((each) => each.module === module);
    const found = mine.filter(({ breaks }) => breaks.length > 0).length;
    const most = Math.max(...mine.map(({ breaks }) => breaks.length));
    const families = [...new Set(mine.map(({ family }) => family))].join('; ');
    return [`\`${module}\``, mine.length, found, most, families];
  });
}

function trivialRows({ trivialResults }: Proof) {
  return trivialResults.map((result) => {
    const count = (verdict: Parameters<typeof idsWithVerdict>[0]) => idsWithVerdict(verdict, result).length;
    const explained = idsWithVerdict('passed', result).filter((id) => reasonFor(result.job.name, id));
    const name = `${result.job.name}${result.job.kind === 'trivial' ? '' : ', behind creations'}`;
    return [name, count('failed'), explained.length, count('inconclusive') + count('not-exercised')];
  });
}

function beyond(
  { requirement, reason }: (typeof beyondTrivialServers)[number],
  requirements: readonly Requirement[],
  broken: ReadonlySet<string>,
): string {
  const matching = requirements.filter(({ id }) => requirement.test(id));
  const found = matching.filter(({ id }) => broken.has(id)).length;
  return `\`${requirement.source.replaceAll('\\', '')}\`: ${reason} ${found} of ${matching.length} fail on a fault.`;
}
