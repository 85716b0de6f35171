import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { HttpClient, type HttpClientOptions } from '../../harness/http/client.js';
import type { Request } from '../../harness/http/exchange.js';
import { jsonType, message } from './behaviour.js';
import { type SocketServer, serveSockets } from './sockets.js';

export interface Raw extends SocketServer {
  /** The heads of all requests, as they came. */
  readonly heads: string[];
}

/**
 * A server that hands each request to `answer`: its connection, its number there and in all, from 0. Requests
 * without a body only.
 */
export async function raw(
  answer: (socket: Socket, onConnection: number, inAll: number) => unknown,
): Promise<Raw> {
  const heads: string[] = [];
  const server = await serveSockets((socket) => {
    let held = '';
    let count = 0;
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1');
      for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
        heads.push(held.slice(0, end));
        held = held.slice(end + 4);
        answer(socket, count++, heads.length - 1);
      }
    });
  });
  onTestFinished(server.close);
  return { ...server, heads };
}

/** A request and what answers it. */
export const get: Request = { method: 'GET', path: '/v2/x', headers: [] };
export const ok = message(200, jsonType, '{}');

/** A target that is closed with the test. */
export function targetOf({ url }: { url: string }, options: Partial<HttpClientOptions> = {}): HttpClient {
  const target = new HttpClient({ baseUrl: url, concurrency: 4, timeoutMs: 400, ...options });
  onTestFinished(() => target.close());
  return target;
}
