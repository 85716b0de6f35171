/** Selects the requirements that a run judges, and says why the others are left out. */
import picomatch from 'picomatch';
import { OTHER_SHARD } from '../../report/merge.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { CliError } from '../cli-error.js';
import { didYouMean } from '../options/suggestion.js';
import type { OptionValues } from '../options/table.js';
import { idsOf } from '../requirement-set.js';
import { inShard, type Selected } from './shards.js';

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
    throw new CliError('unknown-id', replay + didYouMean(replay, namesIn(requirements)));
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
  if (!requirements.some(matches))
    throw new CliError('unknown-pattern', JSON.stringify(pattern) + hint(pattern, requirements));
  return matches;
}

const hint = (pattern: string, requirements: readonly Selected[]) =>
  didYouMean(pattern.replace(/\.\*$/, ''), [
    ...requirements.flatMap(({ operation }) => [operation, operation.split('.')[0] as string]),
    ...namesIn(requirements),
  ]);

const namesIn = (requirements: readonly Selected[]) => requirements.map(({ id }) => id);

/** The path family of an operation. */
export const family = (id: OperationId): 'controller' | 'compute' =>
  operation(id).path.startsWith('/v2/compute/') ? 'compute' : 'controller';

/** `--only and --skip exclude everything`. */
function everythingExcluded(by: readonly string[]): string {
  const last = by.slice(-2).join(' and ');
  return `${[...by.slice(0, -2), last].join(', ')} ${by.length > 1 ? 'exclude' : 'excludes'} everything`;
}
