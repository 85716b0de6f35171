/** Servers that break nearly everything, for tests of what the command makes of them. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Base URL of a server on a free port, which ends with the process. */
export async function listening(listener: RequestListener, tls?: ServerOptions): Promise<string> {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Hands a request on and its answer back. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const method = request.method ?? 'GET';
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
    // fetch sends no body with a GET; the reference implementation does not look at it.
    body: chunks.length > 0 && method !== 'GET' ? Buffer.concat(chunks) : null,
  });
  const type = answer.headers.get('content-type');
  response.writeHead(answer.status, type === null ? {} : { 'content-type': type });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** A server that gives every request the same answer. */
export const always = (status: number, body: string) =>
  listening((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

/** A port that nobody listens on. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
