import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the reference implementation answers to the same request. */
export interface Proper {
  readonly status: number;
  readonly type: string | undefined;
  /** Its Content-Length, for answers without a body. */
  readonly length: string | undefined;
  readonly body: Buffer;
}

/** A way in which a server misbehaves. */
export interface Behaviour {
  readonly name: string;
  /** Completes "a server that …". */
  readonly does: string;
  /** Answers a request in its own way, or not at all. */
  readonly answer: (socket: Socket, request: Received, proper: () => Promise<Proper>) => unknown;
  /** Called when a connection is opened, before anything was read; true when no request is to be read. */
  readonly accept?: (socket: Socket) => boolean;
  /** Strange, but within HTTP and the document: judged conformant. */
  readonly harmless?: true;
  /** Only together with creations that work: without them nothing is left to see. */
  readonly onlyPartly?: true;
}

const reasons: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 204: 'No Content' };

/** A whole answer as bytes. */
export function message(
  status: number | string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string = '',
): Buffer {
  const bytes = Buffer.from(body);
  const code = String(status);
  const line = `HTTP/1.1 ${code.includes(' ') ? code : `${code} ${reasons[Number(code)] ?? 'Status'}`}`;
  const length = /^(?:1|204)/.test(code) ? {} : { 'content-length': String(bytes.length) };
  const head = Object.entries({ ...length, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${[line, ...head].join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

export const jsonType = { 'content-type': 'application/json' };

/** The proper answer as bytes. */
export function told(
  { status, type, length, body }: Proper,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const own = {
    ...(type !== undefined && { 'content-type': type }),
    ...(body.length === 0 && length !== undefined && { 'content-length': length }),
  };
  return message(status, { ...own, ...headers }, body);
}

/** Writes the same bytes for ever, as fast as they are taken. */
export function pour(socket: Socket, bytes: Buffer | string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

/** Writes bytes one at a time. */
export function drip(socket: Socket, bytes: Buffer, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) clearInterval(timer);
    else socket.write(bytes.subarray(at, ++at));
  }, everyMs);
}
