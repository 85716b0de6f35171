/** Requests that HTTP allows and a server does not expect (RFC 9110 and 9112). */
import { type OperationId, operation, operations } from '../../schemas/index.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import { type Seeded, seed } from './fault.js';
import { dropping } from './recipes.js';
import { writings } from './shapes.js';

const isChunked = ({ incoming }: Exchange) => incoming.headers['transfer-encoding'] !== undefined;
const hasBody = (exchange: Exchange) =>
  isChunked(exchange) || Number(exchange.incoming.headers['content-length'] ?? 0) > 0;

export const misreadsChunks: readonly Seeded[] = operations
  .filter(({ takesBody }) => takesBody)
  .flatMap(({ id, body }) => [
    seed(id, 'refuses-chunks', 'answers 411 to a body that comes in chunks.', ['accepts.chunked'], {
      decode: (exchange, next) => (isChunked(exchange) ? refuse(411, 'Length required') : next(exchange)),
    }),
    seed(id, 'crashes-on-chunks', 'answers 500 to a body that comes in chunks.', ['accepts.chunked'], {
      decode(exchange, next) {
        if (isChunked(exchange)) throw new TypeError('no Content-Length');
        return next(exchange);
      },
    }),
    ...(body
      ? [
          seed(
            id,
            'disregards-chunks',
            'takes a body that comes in chunks for {}.',
            ['accepts.same-meaning'],
            {
              decode(exchange, next) {
                if (isChunked(exchange)) exchange.bytes = Buffer.from('{}');
                return next(exchange);
              },
            },
          ),
        ]
      : []),
  ]);

/** GET and DELETE with a body that means nothing. */
export const fallsOverBodies: readonly Seeded[] = operations
  .filter(({ takesBody }) => !takesBody)
  .flatMap(({ id, method }) => [
    seed(id, 'crashes-on-a-body', `answers 500 to a ${method} with a body.`, ['answers-body'], {
      locate(exchange, next) {
        if (hasBody(exchange)) throw new TypeError('unexpected body');
        return next(exchange);
      },
    }),
    seed(
      id,
      'drops-a-body',
      `drops the connection on a ${method} with a body.`,
      ['answers-body'],
      dropping(hasBody),
    ),
  ]);

/** PUT and POST without the body that they are to have. */
export const fallsOverNothing: readonly Seeded[] = [
  ...writings.map(({ id }) => id),
  'nodes.start' as const,
].map((id) =>
  seed(id, 'crashes-without-a-body', 'answers 500 to a request without a body.', ['answers-no-body'], {
    decode(exchange, next) {
      if (!hasBody(exchange)) throw new TypeError('no body');
      return next(exchange);
    },
  }),
);

const someOperations = [
  'drawings.create',
  'nodes.start',
  'projects.update',
  'iou.get',
  'cloud.delete',
] as const satisfies OperationId[];

export const dropsWhenToldToClose: readonly Seeded[] = someOperations.map((id) =>
  seed(
    id,
    'drops-when-told-to-close',
    'drops the connection on a request with Connection: close.',
    // A client that sends a body where none is expected ends the connection too.
    [operation(id).takesBody ? 'accepts.closing' : 'answers-body'],
    dropping(({ incoming }) => incoming.headers.connection === 'close'),
  ),
);

const manyRequests = 20;

/**
 * Counts what a connection carries, whatever the operation. Only what is carried out twice when it is sent again
 * shows: HTTP lets a client do that.
 */
export const endsConnections: readonly Seeded[] = (
  [
    ['drawings.create', 'sequences'],
    ['projects.delete', 'projects.update:sequences'],
    ['cloud.delete', 'cloud.update:sequences'],
  ] as const
).map(([id, aim]) => {
  const carried = new WeakMap<object, number>();
  const others = operations.map((other) => other.id).filter((other) => other !== id);
  return seed(
    [id, ...others],
    'ends-long-connections',
    `is carried out and not answered on a connection that has carried ${manyRequests} requests, which ends.`,
    [aim],
    dropping(({ incoming: { socket }, route }) => {
      const count = carried.get(socket) ?? 0;
      carried.set(socket, count + 1);
      return route.id === id && count >= manyRequests;
    }),
  );
});

export const refusesTypes: readonly Seeded[] = operations
  .filter(({ method }) => method === 'GET' || method === 'DELETE')
  .map(({ id }) =>
    seed(
      id,
      'wants-a-body-for-a-type',
      'answers 400 to a Content-Type without a body.',
      ['accepts.content-type'],
      {
        act: (exchange, next) =>
          exchange.incoming.headers['content-type'] !== undefined && !hasBody(exchange)
            ? refuse(400, 'The body is empty')
            : next(exchange),
      },
    ),
  );

export const dropsLongOnes: readonly Seeded[] = operations
  .filter(({ takesBody, listed }) => takesBody && listed.includes(404))
  .map(({ id }) =>
    seed(
      id,
      'drops-long-bodies-for-nobody',
      'ends the connection instead of answering 404 to a body of more than 16 KB.',
      ['unknown-and-wrong'],
      dropping(
        ({ incoming }, { status }) =>
          status === 404 && Number(incoming.headers['content-length'] ?? 0) > 16 * 1024,
      ),
    ),
  );
