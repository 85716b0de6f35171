import type { Exchange } from './exchange.js';
import { seen, succeeded } from './expect.js';
import type { Miss } from './outcome.js';
import { changed, ownedFields } from './read-back.js';
import { type State, type Subject, stateOf } from './subjects.js';

/** Whether a resource that nobody has written to is, to two readings, as it was: what is the server's may change. */
export function harmed(subject: Subject, before: Exchange, after: Exchange): Miss | undefined {
  if (!succeeded(after))
    return {
      expected: 'the resource as it was',
      seen: `${seen(after)} when it is read`,
      violations: [{ in: 'state', pointer: '', message: 'is not shown any more' }],
    };
  const [then, now] = [stateOf(subject, before), stateOf(subject, after)];
  return then && now ? changed(then, now, clientNames(subject, then)) : undefined;
}

/** Whether a reading shows anything that a write elsewhere could have changed. */
export function isTelling(subject: Subject, reading: Exchange): boolean {
  return clientNames(subject, stateOf(subject, reading) ?? {}).length > 0;
}

function clientNames(subject: Subject, state: State): string[] {
  const owned = ownedFields(subject);
  return Object.keys(state).filter((name) => !owned.has(name));
}
