/** Servers that know nothing of the interface: whatever passes on them passes for a reason that is told, or by accident. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Modification } from '../reference-impl/index.js';
import { receive } from '../reference-impl/pipeline/body.js';
import { listen } from '../reference-impl/server.js';
import { operations } from '../schemas/index.js';

const nothing = Buffer.alloc(0);

type Reply = (body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface TrivialServer {
  readonly name: string;
  readonly reply: Reply;
}

const always =
  (status: number, body: string, type = 'application/json'): Reply =>
  (_body, _incoming, outgoing) => {
    outgoing.writeHead(status, body === '' ? {} : { 'content-type': type }).end(body);
  };

export const trivialServers: readonly TrivialServer[] = [
  { name: '404', reply: always(404, '{"message":"Not found"}') },
  { name: '200-object', reply: always(200, '{}') },
  { name: '200-array', reply: always(200, '[]') },
  { name: '200-page', reply: always(200, '<html></html>', 'text/html') },
  { name: '204', reply: always(204, '') },
  {
    name: '204-with-body',
    // Node writes no body behind a 204, so the answer goes straight to the connection.
    reply: (_body, _incoming, { socket }) => {
      const head = [
        'HTTP/1.1 204 No Content',
        'Content-Type: text/html',
        'Content-Length: 4',
        'Connection: close',
      ];
      socket?.end(`${head.join('\r\n')}\r\n\r\nbody`);
    },
  },
  { name: '400', reply: always(400, '{"message":"Bad request"}') },
  { name: '500', reply: always(500, '{"message":"Error"}') },
  {
    name: 'echo',
    reply: (body, _incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body.length > 0 ? body : '{}');
    },
  },
  {
    name: 'files',
    // Serves files, of which it has none: 405 where a file cannot be asked for.
    reply: (_body, { method }, outgoing) => {
      const status = method === 'GET' || method === 'HEAD' ? 404 : 405;
      outgoing.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${status}</h1>`);
    },
  },
  { name: 'silence', reply: () => {} },
];

export const serveTrivial = ({ reply }: TrivialServer) =>
  listen((incoming, outgoing) =>
    receive(incoming, (pieces = []) => reply(Buffer.concat(pieces), incoming, outgoing)),
  );

/** The same behind creations that work: fixtures exist, and the documented operations know nothing of them. */
export function behindCreations({ name, reply }: TrivialServer): Modification {
  return {
    name,
    operations: operations.map(({ id }) => id),
    hooks: {
      // The operation is not carried out, and nothing of the request is looked at.
      locate: () => ({ status: 200, headers: {} }),
      wire: ({ incoming, outgoing, bytes }) => reply(bytes ?? nothing, incoming, outgoing),
    },
  };
}
