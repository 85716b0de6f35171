/** Which requirements a run judges, and why the others are left out. */
import picomatch from 'picomatch';
import type { Statement } from '../harness/requirement.js';
import { OTHER_SHARD } from '../reporters/merge.js';
import { type OperationId, operation } from '../schemas/index.js';
import { Failure } from './failure.js';
import { shardNumbers } from './options/parse.js';
import type { OptionValues } from './options/table.js';
import { idsOf } from './requirement-set.js';
import { inShard } from './shards.js';

export type Selected = Pick<Statement, 'id' | 'operation' | 'kind'>;
type Options = Pick<OptionValues, 'only' | 'skip' | 'profile' | 'replay' | 'shard' | 'requirementSet'>;

export interface Selection {
  /** Ids to judge, in the order of the document. */
  readonly ids: readonly string[];
  /** Why a requirement is left out, by id. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** @throws Failure when a pattern matches nothing, or nothing is selected. */
export function select(requirements: readonly Selected[], options: Options): Selection {
  const reasons = new Map<string, string>();
  const excluded = filters(requirements, options);
  for (const requirement of requirements) {
    const reason = excluded.find(({ leavesOut }) => leavesOut(requirement))?.reason;
    if (reason !== undefined) reasons.set(requirement.id, reason);
  }
  const kept = requirements.filter(({ id }) => !reasons.has(id));
  if (options.shard === undefined || kept.length === 0) return selection(requirements, reasons);
  const mine = inShard(kept, shardNumbers(options.shard));
  for (const { id } of kept) if (!mine.has(id)) reasons.set(id, OTHER_SHARD);
  return selection(requirements, reasons);
}

interface Filter {
  readonly reason: string;
  readonly leavesOut: (requirement: Selected) => boolean;
}

function filters(requirements: readonly Selected[], options: Options): Filter[] {
  const { only, skip, profile, replay, requirementSet } = options;
  const frozen = requirementSet === undefined ? undefined : idsOf(requirementSet);
  const matchers = (patterns: readonly string[]) => patterns.map((each) => matcher(each, requirements));
  const [wanted, unwanted] = [matchers(only), matchers(skip)];
  if (replay !== undefined && !requirements.some(({ id }) => id === replay))
    throw new Failure('unknown-id', `${replay}.`);
  return [
    { reason: `not in requirement set ${requirementSet}`, leavesOut: ({ id }) => frozen?.has(id) === false },
    {
      reason: `profile ${profile}`,
      leavesOut: (each) => profile !== 'full' && profile !== family(each.operation),
    },
    {
      reason: 'not in --only',
      leavesOut: (each) => wanted.length > 0 && !wanted.some((match) => match(each)),
    },
    { reason: '--skip', leavesOut: (each) => unwanted.some((match) => match(each)) },
    { reason: 'not the one of --replay', leavesOut: ({ id }) => replay !== undefined && id !== replay },
  ];
}

/** A glob over ids of requirements and operations; without a wildcard it takes all that is below it, too. */
function matcher(pattern: string, requirements: readonly Selected[]): (requirement: Selected) => boolean {
  const glob = picomatch(pattern, { dot: true });
  const matches = ({ id, operation: of }: Selected) => glob(id) || glob(of) || id.startsWith(`${pattern}.`);
  if (!requirements.some(matches)) throw new Failure('unknown-pattern', JSON.stringify(pattern));
  return matches;
}

/** The path family of an operation. */
export const family = (id: OperationId): 'controller' | 'compute' =>
  operation(id).path.startsWith('/v2/compute/') ? 'compute' : 'controller';

function selection(requirements: readonly Selected[], reasons: ReadonlyMap<string, string>): Selection {
  const ids = requirements.filter(({ id }) => !reasons.has(id)).map(({ id }) => id);
  if (ids.length > 0) return { ids, reasons };
  const asked = [...new Set(reasons.values())].join(', ');
  throw new Failure('nothing-selected', ` (left out by: ${asked})`);
}
