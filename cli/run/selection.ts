/** Selects the requirements that a run judges, and says why the others are left out. */
import picomatch from 'picomatch';
import type { Statement } from '../../harness/requirement.js';
import { OTHER_SHARD } from '../../report/merge.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { CliError } from '../cli-error.js';
import { didYouMean, isFindingId } from '../options/suggestion.js';
import type { OptionValues } from '../options/table.js';
import { idsOf } from '../requirement-set.js';

/** The part of a requirement that a selection looks at. */
type Selected = Pick<Statement, 'id' | 'operation' | 'kind'>;

type Options = Pick<OptionValues, 'only' | 'skip' | 'profile' | 'requirementSet'> &
  Partial<Pick<OptionValues, 'replay' | 'shard'>>;

export interface Selection {
  /** Ids to judge, in the order of the document. */
  readonly ids: readonly string[];
  /** Why a requirement is left out, by id. */
  readonly reasons: ReadonlyMap<string, string>;
}

/**
 * @param alone Ids of what failed before, when only those are to be judged.
 * @throws CliError when a pattern matches nothing, or nothing is selected.
 */
export function select(
  requirements: readonly Selected[],
  options: Options,
  alone?: ReadonlySet<string>,
): Selection {
  const reasons = new Map<string, string>();
  const excluded = filters(requirements, options, alone);
  const excluding = new Set<string>();
  for (const requirement of requirements) {
    const found = excluded.find(({ leavesOut }) => leavesOut(requirement));
    if (!found) continue;
    reasons.set(requirement.id, found.reason);
    excluding.add(found.by);
  }
  const kept = requirements.filter(({ id }) => !reasons.has(id));
  if (kept.length === 0) throw new CliError('nothing-selected', everythingExcluded([...excluding]));
  if (options.shard !== undefined) {
    const [index = 1, count = 1] = options.shard.split('/').map(Number);
    const mine = inShard(kept, { index, count });
    if (mine.size === 0) throw new CliError('nothing-selected', everythingExcluded(['--shard']));
    for (const { id } of kept) if (!mine.has(id)) reasons.set(id, OTHER_SHARD);
  }
  return { ids: kept.flatMap(({ id }) => (reasons.has(id) ? [] : [id])), reasons };
}

interface Filter {
  readonly reason: string;
  /** What the user gave for it. */
  readonly by: string;
  readonly leavesOut: (requirement: Selected) => boolean;
}

function hintFor(replay: string, requirements: readonly Selected[]): string {
  const isOperation = requirements.some(({ operation }) => operation === replay);
  return isOperation
    ? `: it is an operation, which --only ${replay} judges`
    : didYouMean(replay, namesIn(requirements));
}

function filters(
  requirements: readonly Selected[],
  options: Options,
  alone: ReadonlySet<string> | undefined,
): Filter[] {
  const { only, skip, profile, replay, requirementSet } = options;
  const frozen = requirementSet === undefined ? undefined : idsOf(requirementSet);
  const matchers = (patterns: readonly string[]) => patterns.map((each) => matcher(each, requirements));
  const [wanted, unwanted] = [matchers(only), matchers(skip)];
  if (replay !== undefined && !requirements.some(({ id }) => id === replay))
    throw new CliError('unknown-id', replay + hintFor(replay, requirements));
  return [
    {
      reason: `not in requirement set ${requirementSet}`,
      by: '--requirement-set',
      leavesOut: ({ id }) => frozen?.has(id) === false,
    },
    {
      reason: `profile ${profile}`,
      by: `--profile ${profile}`,
      leavesOut: (each) => profile !== 'full' && profile !== family(each.operation),
    },
    {
      reason: 'not in --only',
      by: '--only',
      leavesOut: (each) => wanted.length > 0 && !wanted.some((match) => match(each)),
    },
    { reason: '--skip', by: '--skip', leavesOut: (each) => unwanted.some((match) => match(each)) },
    {
      reason: 'not the one of --replay',
      by: '--replay',
      leavesOut: ({ id }) => replay !== undefined && id !== replay,
    },
    {
      reason: 'did not fail before',
      by: 'the choice of what failed before',
      leavesOut: ({ id }) => alone?.has(id) === false,
    },
  ];
}

/** Matches ids of requirements and operations with a glob. Without a wildcard it also matches everything below. */
function matcher(pattern: string, requirements: readonly Selected[]): (requirement: Selected) => boolean {
  const glob = picomatch(pattern, { dot: true });
  const matches = ({ id, operation: of }: Selected) => glob(id) || glob(of) || id.startsWith(`${pattern}.`);
  if (isFindingId(pattern)) throw new CliError('finding-named', pattern);
  if (!requirements.some(matches))
    throw new CliError('unknown-pattern', JSON.stringify(pattern) + hint(pattern, requirements));
  return matches;
}

const hint = (pattern: string, requirements: readonly Selected[]) =>
  didYouMean(pattern.replace(/\.\*$/, ''), [...new Set(namesIn(requirements).flatMap(withGroups))]);

/** A name and those of the groups that it is in: `iou`, `iou.get`, `iou.get.answer`, … */
const withGroups = (name: string) => {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
};

const namesIn = (requirements: readonly Selected[]) => requirements.map(({ id }) => id);

/** The path family of an operation. */
export const family = (id: OperationId): 'controller' | 'compute' =>
  operation(id).path.startsWith('/v2/compute/') ? 'compute' : 'controller';

/** `--only and --skip exclude everything`. */
function everythingExcluded(by: readonly string[]): string {
  const last = by.slice(-2).join(' and ');
  return `${[...by.slice(0, -2), last].join(', ')} ${by.length > 1 ? 'exclude' : 'excludes'} everything`;
}

/** About how many requests all checks of one kind send for one operation, with `--runs 100`. */
const shared: { readonly [kind in Selected['kind']]?: number } = {
  generated: 2400,
  refuses: 500,
  accepts: 500,
  state: 400,
};
/** About how many requests one check sends by itself. */
const single = 3;

interface Block {
  readonly ids: string[];
  cost: number;
}

/**
 * Ids of the requirements in one shard. The checks of one operation share their requests, so they stay together.
 * Operations are given out from the costliest to the cheapest, each to the shard with the least cost so far.
 */
export function inShard(
  requirements: readonly Selected[],
  { index, count }: { readonly index: number; readonly count: number },
): ReadonlySet<string> {
  const parts = Array.from({ length: count }, (): Block => ({ ids: [], cost: 0 }));
  for (const block of blocks(requirements).sort((a, b) => b.cost - a.cost)) {
    const part = parts.reduce((least, each) => (each.cost < least.cost ? each : least));
    part.ids.push(...block.ids);
    part.cost += block.cost;
  }
  return new Set(parts[index - 1]?.ids);
}

function blocks(requirements: readonly Selected[]): Block[] {
  const operations = [...new Set(requirements.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const mine = requirements.filter((each) => each.operation === operation);
    const kinds = [...new Set(mine.map(({ kind }) => kind))];
    const cost = kinds.reduce((sum, kind) => sum + (shared[kind] ?? 0), single * mine.length);
    return { ids: mine.map(({ id }) => id), cost };
  });
}
