/** A request to an operation, with all that is known of it. */
import type { Operation } from '../../schemas/index.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Place } from '../worlds/resource.js';
import type { Context } from './answers.js';
import type { RecordedCase, Sent } from './body.js';
import type { Event } from './history/event.js';
import type { Known } from './history/existence.js';

export interface Asked {
  readonly event: Event;
  readonly operation: Operation;
  readonly place: Place;
  readonly known: Known | undefined;
  readonly sent: Sent;
  readonly written: WriteOperation | undefined;
  /** What was sent to a write operation, where it can be judged. */
  readonly recorded: RecordedCase | undefined;
  readonly context: Context;
}
