/** Servers that say nothing, or say it slowly, or never come to an end. */
import { type Behaviour, drip, jsonType, message, pour, told } from '../behaviour.js';

const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

export const silence: readonly Behaviour[] = [
  { name: 'silent', does: 'takes requests and says nothing', answer: () => {} },
  {
    name: 'half-a-head',
    does: 'sends half a head and stops',
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-ty'),
  },
  {
    name: 'drips-the-head',
    does: 'sends its answer a byte at a time, 50 ms apart',
    answer: async (socket, _request, proper) => drip(socket, told(await proper()), 50),
  },
  {
    name: 'drips-for-ever',
    does: 'sends an endless body a byte at a time',
    answer: (socket) => {
      socket.write(chunked);
      const timer = setInterval(
        () => (socket.destroyed ? clearInterval(timer) : socket.write('1\r\n \r\n')),
        20,
      );
    },
  },
  {
    name: 'endless-body',
    does: 'pours a body without an end',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"');
      pour(socket, 'x'.repeat(65536));
    },
  },
  {
    name: 'endless-chunks',
    does: 'pours chunks of one byte without an end',
    answer: (socket) => {
      socket.write(chunked);
      pour(socket, '1\r\nx\r\n'.repeat(10_000));
    },
  },
  {
    name: 'endless-trailers',
    does: 'ends its body and pours trailers without an end',
    answer: (socket) => {
      socket.write(`${chunked}2\r\n{}\r\n0\r\n`);
      pour(socket, 'x-trailer: more\r\n'.repeat(1000));
    },
  },
  {
    name: 'promises-more',
    does: 'sends less than its Content-Length says, and waits',
    answer: (socket) => socket.write(message(200, { ...jsonType, 'content-length': '5000' }, '{}')),
  },
];
