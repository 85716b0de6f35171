/** Whether a resource that nobody has written to is, to two readings, as it was: what is the server's may change. */

import { seen, succeeded } from '../expect.js';
import type { Exchange } from '../http/exchange.js';
import { differences } from '../model/model.js';
import { stateOf } from '../model/state.js';
import { type Mismatch, mismatch } from '../outcome.js';
import type { WriteOperation } from '../values/write-operations.js';
import { isAny, mismatchOf } from './fields.js';

export function unexpectedChange(
  written: WriteOperation,
  before: Exchange,
  after: Exchange,
): Mismatch | undefined {
  if (!succeeded(after))
    return mismatch('the resource as it was', `${seen(after)} when it is read`, {
      in: 'state',
      pointer: '',
      message: 'is not shown any more',
    });
  const [then, now] = [stateOf(written, before), stateOf(written, after)];
  const found = then && now ? differences(then, now, written.owned) : [];
  return isAny(found) ? mismatchOf(found, 'afterwards') : undefined;
}

/** Whether a reading shows anything that a write elsewhere could have changed. */
export function isTelling(written: WriteOperation, reading: Exchange): boolean {
  return Object.keys(stateOf(written, reading) ?? {}).some((name) => !written.owned.has(name));
}
