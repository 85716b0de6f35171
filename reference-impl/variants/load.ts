/** What a server does when much comes at once: limits are not shown (section 8). */
import type { Socket } from 'node:net';
import { memory } from '../faults/recipes.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import { everywhere, type Variant } from './variant.js';

const tooMany = (status: number, retryAfter?: string): Answer => {
  const answer = refuse(status, 'Too many requests');
  return retryAfter === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'retry-after': retryAfter } };
};

const windowMs = 100;
const mostInWindow = 30;

/** When a window began and what came in it. */
const windows = memory(() => ({ since: 0, requests: 0 }));

const bursts = (name: string, words: string, retryAfter?: string): Variant =>
  everywhere(name, `More than ${mostInWindow} requests in ${windowMs} ms are answered with 429 ${words}.`, {
    locate(exchange, next) {
      const window = windows(exchange.store);
      if (performance.now() - window.since > windowMs)
        Object.assign(window, { since: performance.now(), requests: 0 });
      return ++window.requests > mostInWindow ? tooMany(429, retryAfter) : next(exchange);
    },
  });

/** How long the work on a request takes, so that others come in the meantime. */
const workMs = 5;
const mostAtOnce = 6;
const inProgress = memory(() => ({ requests: 0 }));

const mostConnections = 2;
/** Connections that are served, and answers that wait for one of them to end. */
const queues = memory(() => ({ served: new Set<Socket>(), waiting: new Map<Socket, (() => void)[]>() }));

/** Connections that are served where others are closed, and those that are being closed. */
const served = memory(() => new Set<Socket>());
const turnedAway = new WeakSet<Socket>();

const answersEach = 20;
const answered = new WeakMap<Socket, number>();

export const load: readonly Variant[] = [
  bursts('limits-bursts', 'without Retry-After'),
  bursts('limits-bursts-for-a-moment', 'and a Retry-After of 0', '0'),
  bursts('limits-bursts-for-a-second', 'and a Retry-After of 1', '1'),
  everywhere('overloaded', `While ${mostAtOnce} requests are being answered, others are answered with 503.`, {
    locate(exchange, next) {
      const progress = inProgress(exchange.store);
      if (progress.requests >= mostAtOnce) return tooMany(503);
      progress.requests++;
      exchange.outgoing.once('close', () => progress.requests--);
      return next(exchange);
    },
    wire: (exchange, answer, next) => void setTimeout(next, workMs, exchange, answer),
  }),
  everywhere(
    'two-connections',
    `Serves ${mostConnections} connections; others wait until one of them ends.`,
    {
      wire(exchange, answer, next) {
        const { served, waiting } = queues(exchange.store);
        const serve = (socket: Socket) => {
          served.add(socket);
          socket.once('close', () => {
            served.delete(socket);
            for (const [other, answers] of waiting) {
              waiting.delete(other);
              if (other.destroyed) continue;
              serve(other);
              for (const send of answers) send();
              return;
            }
          });
        };
        const { socket } = exchange.incoming;
        if (!served.has(socket) && served.size < mostConnections) serve(socket);
        if (served.has(socket)) return next(exchange, answer);
        waiting.set(socket, [...(waiting.get(socket) ?? []), () => next(exchange, answer)]);
      },
    },
  ),
  everywhere('closes-a-third', `Serves ${mostConnections} connections; others are closed without a word.`, {
    locate(exchange, next) {
      const { socket } = exchange.incoming;
      const sockets = served(exchange.store);
      if (sockets.has(socket)) return next(exchange);
      if (sockets.size >= mostConnections) {
        turnedAway.add(socket);
        return tooMany(503);
      }
      socket.once('close', () => sockets.delete(socket));
      sockets.add(socket);
      return next(exchange);
    },
    wire(exchange, answer, next) {
      const { socket } = exchange.incoming;
      if (turnedAway.has(socket)) socket.destroy();
      else next(exchange, answer);
    },
  }),
  everywhere('short-connections', `Ends each connection after ${answersEach} answers, without a word.`, {
    wire(exchange, answer, next) {
      const { socket } = exchange.incoming;
      const count = (answered.get(socket) ?? 0) + 1;
      answered.set(socket, count);
      if (count === answersEach) exchange.outgoing.once('finish', () => socket.destroy());
      next(exchange, answer);
    },
  }),
];
