/** One cause of several, and causes joined with those that say the same of more. */
import { inOrder } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { type Cause, failuresOf } from '../cause.js';

/** With fewer kinds of resources, each may have the mistake by itself. */
export const several = 3;

/** The operations of several causes, in the order of the document. */
export const operationsOf = (causes: readonly Cause[]): OperationId[] =>
  inOrder(causes.flatMap(({ operations }) => operations));

/** Every circumstance of a cause. */
export const toldIn = ({ also = [], circumstance }: Pick<Cause, 'also' | 'circumstance'>) => [
  circumstance,
  ...also,
];

/** Every circumstance of several causes, each once. */
export const toldOnce = (causes: readonly Cause[]): readonly (readonly string[])[] => [
  ...new Map(causes.flatMap(toldIn).map((each) => [each.join('\n'), each])).values(),
];

/** More circumstances than these are none. */
const maxTold = 4;

/** In any circumstance of each, where these are few. */
export function asEachOfFew(_: string, some: readonly Cause[]): readonly (readonly string[])[] {
  const told = toldOnce(some);
  return told.length > maxTold || told.some(({ length }) => length === 0) ? [[]] : told;
}

/** The parts of a cause that say when it happens: in each of these circumstances. */
export function inEach([circumstance = [], ...also]: readonly (readonly string[])[]): Pick<
  Cause,
  'circumstance' | 'also'
> {
  return { circumstance, ...(also.length > 0 && { also }) };
}

/**
 * One cause of all that several causes were seen by.
 * @param main The cause whose other parts it has.
 * @param own Parts that replace those of `main`; a circumstance also replaces the further ones in `also`.
 */
export function together(
  { also, ...main }: Cause,
  causes: readonly Cause[],
  own: Partial<Cause> = {},
): Cause {
  return {
    ...main,
    ...(also && !own.circumstance && { also }),
    operations: operationsOf(causes),
    sightings: causes.flatMap(({ sightings }) => sightings),
    failed: failuresOf(causes),
    ...own,
  };
}

/** The causes that have no host, each joined with all whose host it is, or that of their host. */
export function joinedToHosts(
  causes: readonly Cause[],
  hostOf: (cause: Cause) => Cause | undefined,
  join: (host: Cause, more: readonly Cause[]) => Cause,
): Cause[] {
  const hosts = new Map(causes.map((each) => [each, hostOf(each)]));
  /** The last host of the chain; of causes that are each other's host, the first. */
  const lastOf = (cause: Cause, behind: readonly Cause[] = []): Cause => {
    const host = hosts.get(cause);
    if (!host) return cause;
    const chain = [...behind, cause];
    if (!chain.includes(host)) return lastOf(host, chain);
    const circle = chain.slice(chain.indexOf(host));
    return causes.find((each) => circle.includes(each)) ?? cause;
  };
  const last = new Map(causes.map((each) => [each, lastOf(each)]));
  return causes
    .filter((each) => last.get(each) === each)
    .map((host) => {
      const mine = causes.filter((each) => each !== host && last.get(each) === host);
      return mine.length === 0 ? host : join(host, mine);
    });
}
