/** An answer before it is written. Shared between requests: derive a new one, never change it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Written as JSON; undefined is an empty body. */
  readonly body?: unknown;
  /** Written as it is, instead of `body`. */
  readonly raw?: string | Uint8Array;
}

const jsonHeaders = { 'content-type': 'application/json' };
const noHeaders = {};

export function json(status: number, body: unknown): Answer {
  return { status, headers: jsonHeaders, body };
}

export function empty(status: number): Answer {
  return { status, headers: noHeaders };
}

/** An error in the form of the deployed servers; the document shows none. */
export function refuse(status: number, message: string): Answer {
  return json(status, { message, status });
}
