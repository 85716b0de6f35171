/** How a request is sent, and whether its connection explains the result. */
import type { Exchange } from '../exchange.js';

export interface SendOptions {
  readonly purpose?: string;
  /** Is given the bytes that came in, the head of the answer included; uses a connection of its own. */
  readonly raw?: (bytes: Buffer) => void;
  /** Is called when the request is about to be sent; a run that is stopped while it waits sends nothing. */
  readonly onSending?: () => void;
  /** Where it is refused over a connection that has carried others before, it is sent again over a fresh one. */
  readonly again?: boolean;
  /** Clean-up goes on after the run was stopped. */
  readonly evenWhenStopped?: boolean;
  /** An answer of a target that has too much to do is as good as another: it is not sent again. */
  readonly evenWhenBusy?: boolean;
}

export interface Sending extends SendOptions {
  /** Time-out of the whole exchange in milliseconds. */
  readonly waitMs: number;
}

/** An exchange, and the connection that it went over. */
export interface Sent {
  readonly exchange: Exchange;
  /** Whether the connection was closed under the request, which is not to blame. */
  readonly isBlameless: boolean;
  /** Whether nothing ever came over its connection in all the time, in which others were answered. */
  readonly isUnheard: boolean;
  /** Whether a connection that was just opened was closed with nothing said, while others were open. */
  readonly isTurnedAway: boolean;
}
