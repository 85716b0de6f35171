/** Whether a resource that nobody has written to is, to two readings, as it was: what is the server's may change. */

import { seen, succeeded } from '../expect.js';
import type { Exchange } from '../http/exchange.js';
import { changes } from '../model/model.js';
import { type State, stateOf } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import { brief } from '../plan/case.js';
import type { WriteOperation } from '../values/write-operations.js';

export function unexpectedChange(
  written: WriteOperation,
  before: Exchange,
  after: Exchange,
): Mismatch | undefined {
  if (!succeeded(after))
    return {
      expected: 'the resource as it was',
      seen: `${seen(after)} when it is read`,
      violations: [{ in: 'state', pointer: '', message: 'is not shown any more' }],
    };
  const [then, now] = [stateOf(written, before), stateOf(written, after)];
  return then && now ? changed(then, now, written.owned) : undefined;
}

/** Whether a reading shows anything that a write elsewhere could have changed. */
export function isTelling(written: WriteOperation, reading: Exchange): boolean {
  return Object.keys(stateOf(written, reading) ?? {}).some((name) => !written.owned.has(name));
}

/** What a later state shows otherwise than the first; of a list, also what came to it. */
export function changed(
  before: State,
  after: State,
  owned: ReadonlySet<string> = new Set(),
): Mismatch | undefined {
  const come = Object.keys(after).filter((name) => !Object.hasOwn(before, name) && !owned.has(name));
  const found = [
    ...changes({ owned }, before, after),
    ...come.map((field) => ({ field, expected: [], shown: after[field] })),
  ];
  const [first, ...more] = found;
  if (!first) return undefined;
  const also = more.length > 0 ? ` (and ${more.length} more)` : '';
  const wanted = (values: readonly unknown[]) => (values.length === 0 ? 'nothing' : brief(values[0]));
  return {
    expected: `${first.field} to be ${wanted(first.expected)} afterwards`,
    seen: `${brief(first.shown)}${also}`,
    violations: found.map(({ field, expected, shown }) => ({
      in: 'state',
      pointer: `/${field}`,
      message: `expected ${wanted(expected)}, got ${brief(shown)}`,
    })),
  };
}
