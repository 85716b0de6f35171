/** Joins causes with those that say the same of more. */
import type { Cause } from '../cause.js';

/** The causes that have no host, each joined with those whose host it is. */
export function joinedToHosts(
  causes: readonly Cause[],
  hostOf: (cause: Cause) => Cause | undefined,
  join: (host: Cause, more: readonly Cause[]) => Cause,
): Cause[] {
  const hosts = new Map(causes.map((each) => [each, hostOf(each)]));
  return causes
    .filter((each) => !hosts.get(each))
    .map((host) => {
      const mine = causes.filter((each) => hosts.get(each) === host);
      return mine.length === 0 ? host : join(host, mine);
    });
}
