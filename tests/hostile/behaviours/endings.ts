/** Servers that close or reset connections, at every stage of an exchange. */
import type { Socket } from 'node:net';
import { type Behaviour, jsonType, message, told } from '../behaviour.js';

const stages: readonly (readonly [name: string, when: string, sent: string])[] = [
  ['request', 'the request', ''],
  ['status-line', 'the status line', 'HTTP/1.1 200 OK\r\n'],
  ['headers', 'half of the headers', 'HTTP/1.1 200 OK\r\ncontent-type: appl'],
  ['head', 'the head', 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n'],
  [
    'body',
    'half of the body',
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"project',
  ],
  ['chunk', 'half of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"project'],
];

const ways: readonly (readonly [verb: string, end: (socket: Socket) => void])[] = [
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
];

export const endings: readonly Behaviour[] = [
  ...ways.map(
    ([verb, end]): Behaviour => ({
      name: `${verb}-at-once`,
      does: `${verb} every connection as soon as it is opened`,
      accept: (socket) => {
        end(socket);
        return true;
      },
      answer: end,
    }),
  ),
  ...stages.flatMap(([stage, when, sent]) =>
    ways.map(
      ([verb, end]): Behaviour => ({
        name: `${verb}-after-${stage}`,
        does: `${verb} the connection after ${when}`,
        answer: (socket) => (sent === '' ? end(socket) : socket.write(sent, () => end(socket))),
      }),
    ),
  ),
  {
    name: 'closes-silently',
    does: 'closes each connection behind its answer without having said so',
    harmless: true,
    answer: async (socket, _request, proper) => socket.end(told(await proper())),
  },
  {
    name: 'closes-later',
    does: 'closes each connection a few milliseconds after its answer',
    harmless: true,
    answer: closingWhenIdle(),
  },
  {
    name: 'acts-and-drops',
    does: 'does what it is asked and closes the connection without an answer',
    answer: async (socket, _request, proper) => {
      await proper();
      socket.end();
    },
  },
  {
    name: 'dies',
    does: 'refuses connections after its 40th write',
    onlyPartly: true,
    answer: dying(),
  },
  {
    name: 'junk-behind',
    does: 'sends junk behind each answer, in a packet of its own',
    answer: async (socket, _request, proper) => {
      socket.write(told(await proper()));
      setTimeout(() => socket.destroyed || socket.write('junk behind the answer'), 2);
    },
  },
  {
    name: 'answers-twice',
    does: 'answers each request twice in one packet',
    answer: async (socket, _request, proper) => {
      const once = told(await proper());
      socket.write(Buffer.concat([once, once]));
    },
  },
  {
    name: 'longer-than-told',
    does: 'sends more than its Content-Length says',
    answer: (socket) =>
      socket.write(message(200, { ...jsonType, 'content-length': '2' }, `{}${'x'.repeat(5000)}`)),
  },
  {
    name: 'body-behind-204',
    does: 'sends a body behind 204',
    answer: (socket) =>
      socket.write(Buffer.concat([message(204, jsonType), Buffer.from('{"message": "done"}')])),
  },
];

/** The listener cannot be reached from here, so dying is refusing to talk: every connection is reset from then on. */
function dying(): Behaviour['answer'] {
  let left = 40;
  return async (socket, _request, proper) => {
    if (--left > 0) socket.write(told(await proper()));
    else socket.resetAndDestroy();
  };
}

/** As a keep-alive time-out that is far too short: it never strikes while a request is worked on. */
function closingWhenIdle(): Behaviour['answer'] {
  return async (socket, _request, proper) => {
    socket.write(told(await proper()));
    const idle = setTimeout(() => socket.end(), 3);
    socket.once('data', () => clearTimeout(idle));
  };
}
