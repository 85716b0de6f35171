import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** How to speak TLS with the target. */
export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: boolean;
}

export interface Ear {
  /** A connection was opened. */
  opened(): void;
  /** Bytes came in on it. */
  heard(bytes: Buffer): void;
}

/**
 * A connector whose connections tell what comes in. An HTTP client hides what a server sends behind an answer
 * that can have no body (RFC 9112, 6.3), and whether anything came before a connection broke.
 */
export function listeningConnector(options: buildConnector.BuildOptions, ear: Ear): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...result) => {
      const socket = result[1] as Socket | null;
      if (socket) {
        ear.opened();
        const read = socket.read.bind(socket);
        socket.read = (size) => {
          const bytes = read(size) as Buffer | null;
          if (bytes) ear.heard(bytes);
          return bytes;
        };
      }
      callback(...result);
    });
}

const headEnd = '\r\n\r\n';
const emptyChunks = Buffer.from('0\r\n\r\n');

/** The bytes behind the head of the last answer in `raw`; an empty chunked body counts as none. */
export function bytesBehindHead(raw: Buffer): Buffer {
  let rest = raw;
  for (;;) {
    const end = rest.indexOf(headEnd);
    if (end < 0) return Buffer.alloc(0);
    const interim = /^HTTP\/1\.\d 1\d\d/.test(rest.toString('latin1', 0, 16));
    rest = rest.subarray(end + headEnd.length);
    if (!interim) return rest.equals(emptyChunks) ? Buffer.alloc(0) : rest;
  }
}
