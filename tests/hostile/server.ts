/** A server on a raw socket that misbehaves on every request, or on some of them beside a sound implementation. */
import { Agent, request as ask } from 'node:http';
import type { Socket } from 'node:net';
import { type ReferenceServer, serveReference } from '../../reference-impl/index.js';
import type { Behaviour, Proper, Received } from './behaviour.js';
import { told } from './behaviour.js';
import { serveSockets } from './sockets.js';

export interface HostileServer {
  readonly url: string;
  /** Requests that came in. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** `everywhere`: every request; `writes`: creations, reading and deletion work, documented writes do not. */
export type Extent = 'everywhere' | 'writes';

const isWrite = ({ method, path }: Received) =>
  method === 'PUT' || (method === 'POST' && /\/(?:drawings|start)$/.test(path));

export async function serveHostile(behaviour: Behaviour, extent: Extent): Promise<HostileServer> {
  const reference = await serveReference();
  const agent = new Agent({ keepAlive: true });
  const requests: string[] = [];
  const server = await serveSockets((socket) => {
    socket.setNoDelay(true);
    if (extent === 'everywhere' && behaviour.accept?.(socket)) return;
    const answer = async (request: Received) => {
      const proper = () => properly(reference, agent, request);
      if (extent === 'everywhere' || isWrite(request)) return behaviour.answer(socket, request, proper);
      const sound = told(await proper());
      if (!socket.destroyed) socket.write(sound);
    };
    each(socket, (request) => {
      requests.push(`${request.method} ${request.path}`);
      // The sound implementation goes away under a request when the server is closed.
      answer(request).catch(() => socket.destroy());
    });
  });
  return {
    url: server.url,
    requests,
    close: async () => {
      await server.close();
      agent.destroy();
      await reference.close();
    },
  };
}

/** Calls back with each request of a connection. A client that is not sound gets no mercy here. */
function each(socket: Socket, handle: (request: Received) => void): void {
  let held = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [line = '', ...fields] = held.toString('latin1', 0, end).split('\r\n');
      const headers = Object.fromEntries(
        fields.map((field) => {
          const colon = field.indexOf(':');
          return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
        }),
      );
      const rest = held.subarray(end + 4);
      const came = headers['transfer-encoding'] ? pieces(rest) : counted(rest, headers['content-length']);
      if (!came) return;
      const [method = '', path = ''] = line.split(' ');
      const { body } = came;
      held = Buffer.from(rest.subarray(came.length));
      // Who has closed acts on nothing any more.
      if (socket.writableEnded || socket.destroyed) return;
      handle({ method, path, headers, body });
    }
  });
}

/** A body, once all of it is there, and the bytes that it took. */
type Came = { readonly body: Buffer; readonly length: number } | undefined;

function counted(rest: Buffer, told = '0'): Came {
  const length = Number(told);
  return rest.length < length ? undefined : { body: Buffer.from(rest.subarray(0, length)), length };
}

/** A body in chunks (RFC 9112, 7.1). */
function pieces(rest: Buffer): Came {
  const body: Buffer[] = [];
  for (let at = 0; ; ) {
    const from = rest.indexOf('\r\n', at) + 2;
    const size = Number.parseInt(rest.toString('latin1', at, from), 16);
    const length = from + size + 2;
    if (from < 2 || rest.length < length) return undefined;
    if (size === 0) return { body: Buffer.concat(body), length };
    body.push(Buffer.from(rest.subarray(from, from + size)));
    at = length;
  }
}

function properly(
  { port }: ReferenceServer,
  agent: Agent,
  { method, path, headers, body }: Received,
): Promise<Proper> {
  return new Promise((resolve, reject) => {
    const { connection: _, 'transfer-encoding': __, ...sent } = headers;
    const request = ask({ agent, port, host: '127.0.0.1', method, path, headers: sent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'],
          length: answer.headers['content-length'],
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
