import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { HttpClient, type HttpClientOptions } from '../../harness/http/client.js';

export interface Raw {
  readonly url: string;
  /** The heads of all requests, as they came. */
  readonly heads: string[];
  readonly sockets: ReadonlySet<Socket>;
  /** Stops listening and breaks all connections. */
  close(): Promise<void>;
}

/**
 * A server that hands each request to `answer`: its connection, its number there and in all, from 0. Requests
 * without a body only.
 */
export async function raw(
  answer: (socket: Socket, onConnection: number, inAll: number) => unknown,
): Promise<Raw> {
  const sockets = new Set<Socket>();
  const heads: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heads, sockets, close };
}

/** A target that is closed with the test. */
export function targetOf({ url }: { url: string }, options: Partial<HttpClientOptions> = {}): HttpClient {
  const target = new HttpClient({ baseUrl: url, concurrency: 4, timeoutMs: 400, ...options });
  onTestFinished(() => target.close());
  return target;
}
