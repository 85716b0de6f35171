import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** How to speak TLS with the target. */
export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: boolean;
}

/**
 * A connector whose sockets hand every byte that is read to `recorder` as well.
 * An HTTP client hides what a server sends behind an answer that can have no body (RFC 9112, 6.3).
 */
export function recordingConnector(
  options: buildConnector.BuildOptions,
  recorder: (bytes: Buffer) => void,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...result) => {
      const socket = result[1] as Socket | null;
      if (socket) {
        const read = socket.read.bind(socket);
        socket.read = (size) => {
          const bytes = read(size) as Buffer | null;
          if (bytes) recorder(bytes);
          return bytes;
        };
      }
      callback(...result);
    });
}

/** The bytes behind the head of the last answer in `raw`; an empty chunked body counts as none. */
export function bytesBehindHead(raw: Buffer): Buffer {
  let rest = raw;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return Buffer.alloc(0);
    const interim = /^HTTP\/1\.\d 1\d\d/.test(rest.toString('latin1', 0, 16));
    rest = rest.subarray(end + 4);
    if (!interim) return rest.equals(Buffer.from('0\r\n\r\n')) ? Buffer.alloc(0) : rest;
  }
}
