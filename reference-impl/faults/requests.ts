/** Requests that HTTP allows and a server does not expect (RFC 9110 and 9112). */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Operation, type OperationId, operation, operations } from '../../schemas/index.js';
import { empty } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { disregarding, dropping, refusing, rereading } from './recipes.js';
import { taking, writings } from './shapes.js';

export const isChunked = ({ incoming }: Exchange) => incoming.headers['transfer-encoding'] !== undefined;
const hasBody = (exchange: Exchange) =>
  isChunked(exchange) || Number(exchange.incoming.headers['content-length'] ?? 0) > 0;

const isCutWithinLetter = ({ pieces = [], bytes }: Exchange) =>
  bytes !== undefined && isUtf8(bytes) && !pieces.every((piece) => isUtf8(piece));

/** What a server makes of a body that comes in several pieces. */
const joining = (join: (pieces: readonly Buffer[]) => Buffer | undefined) =>
  rereading(({ pieces = [], bytes }) => (pieces.length > 1 ? join(pieces) : bytes));

/** Gives an answer a header that it should not have, where a request says so. */
const labelling = (
  name: string,
  value: string,
  is: (headers: IncomingHttpHeaders) => boolean | undefined,
): Hooks => ({
  answer: ({ incoming }, answer) =>
    is(incoming.headers) ? { ...answer, headers: { ...answer.headers, [name]: value } } : answer,
});

const acceptsGzip = (headers: IncomingHttpHeaders) => headers['accept-encoding']?.includes('gzip');

const gets = operations.filter(({ method }) => method === 'GET');
const others = operations.filter(({ takesBody }) => !takesBody);

const someOperations = [
  'drawings.create',
  'nodes.start',
  'projects.update',
  'iou.get',
  'cloud.delete',
] as const satisfies OperationId[];

/** What is sent with it. */
const closingAim = ({ takesBody, method }: Operation) =>
  takesBody ? 'accepts.closing' : method === 'GET' ? 'accepts.if-none-match' : 'answers-body';

const manyRequests = 10;

export const requests: Families = {
  'bodies in chunks': taking.flatMap((each) => [
    ...breakingEach(
      [each],
      'accepts.chunked',
      ['refuses-chunks', refusing(400, isChunked, 'decode')],
      ['crashes-on-chunks', refusing(500, isChunked, 'decode')],
    ),
    ...breakingEach(
      each.body ? [each] : [],
      'accepts.chunked',
      ['reads-the-first-piece', joining(([first]) => first)],
      ['refuses-cut-letters', refusing(400, isCutWithinLetter, 'decode')],
    ),
    ...breakingEach(
      each.body ? [each] : [],
      'accepts.same-meaning',
      ['disregards-chunks', disregarding(isChunked)],
      [
        'decodes-each-piece',
        joining((pieces) => Buffer.concat(pieces.map((piece) => Buffer.from(piece.toString())))),
      ],
    ),
  ]),
  'bodies in pieces': taking.flatMap((each) =>
    breakingEach([each], 'accepts.pieces', [
      'reads-once',
      rereading(({ pieces, bytes, incoming }) =>
        pieces && incoming.headers['content-length'] !== undefined ? pieces[0] : bytes,
      ),
    ]),
  ),
  'types without a body': breakingEach(others, 'accepts.content-type', [
    'wants-a-body-for-a-type',
    refusing(400, (each) => each.incoming.headers['content-type'] !== undefined && !hasBody(each)),
  ]),
  'Accept headers misread': breakingEach(gets, 'accepts.several-types', [
    'wants-one-type',
    refusing(406, ({ incoming }) => incoming.headers.accept?.includes(',')),
  ]),
  'escaped ids': breakingEach(gets, 'accepts.escaped-id', [
    'knows-no-escaped-hyphens',
    refusing(404, ({ incoming }) => incoming.url?.includes('%2D'), 'locate'),
  ]),
  'conditional readings': breakingEach(gets, 'accepts.if-none-match', [
    'takes-any-tag-for-its-own',
    {
      answer: ({ incoming }, answer) =>
        incoming.headers['if-none-match'] === undefined ? answer : empty(304),
    },
  ]),
  'answers declared as what is accepted': breakingEach(gets, 'accepts.several-types', [
    'declares-html',
    labelling('content-type', 'text/html', ({ accept }) => accept?.includes('text/html')),
  ]),
  'answers in gzip': breakingEach(gets, 'accepts.gzip', [
    'labels-answers-as-gzip',
    labelling('content-encoding', 'gzip', acceptsGzip),
  ]),
  'long answers in gzip': breakingEach(['drawings.list'], 'accepts.gzip-long', [
    'compresses-in-silence',
    {
      answer({ incoming }, answer) {
        const text = JSON.stringify(answer.body) ?? '';
        return acceptsGzip(incoming.headers) && text.length > 4096
          ? { ...answer, raw: gzipSync(text) }
          : answer;
      },
    },
  ]),
  'long bodies for unknown ids': breakingEach(
    taking.filter(({ listed }) => listed.includes(404)),
    'unknown-and-wrong',
    [
      'drops-long-bodies-for-nobody',
      dropping(
        ({ incoming }, { status }) =>
          status === 404 && Number(incoming.headers['content-length'] ?? 0) > 16 * 1024,
      ),
    ],
  ),
  /** GET and DELETE with a body that means nothing. */
  'crash on an unexpected body': others.flatMap(({ id }) => {
    const seed = breaking(id, 'answers-body');
    return [
      seed('crashes-on-a-body', refusing(500, hasBody, 'locate')),
      seed('drops-a-body', dropping(hasBody)),
    ];
  }),
  /** PUT and POST without the body that they are to have. */
  'crash on a missing body': breakingEach([...writings, operation('nodes.start')], 'answers-no-body', [
    'crashes-without-a-body',
    refusing(500, (exchange) => !hasBody(exchange), 'decode'),
  ]),
  'Connection: close mishandled': someOperations.map((id) =>
    breaking(id, closingAim(operation(id)))(
      'drops-when-told-to-close',
      dropping(({ incoming }) => incoming.headers.connection === 'close'),
    ),
  ),
  /**
   * Counts what a connection carries, whatever the operation. Only what is carried out twice when it is sent again
   * shows: HTTP lets a client do that.
   */
  'long connections closed': (
    [
      ['drawings.create', 'sequences'],
      ['projects.delete', 'projects.update:sequences'],
      ['cloud.delete', 'cloud.update:sequences'],
    ] as const
  ).map(([id, aim]) => {
    const carried = new WeakMap<object, number>();
    const others = operations.map((other) => other.id).filter((other) => other !== id);
    return breaking([id, ...others], aim)(
      'ends-long-connections',
      dropping(({ incoming: { socket }, route }) => {
        const count = carried.get(socket) ?? 0;
        carried.set(socket, count + 1);
        return route.id === id && count >= manyRequests;
      }),
    );
  }),
};
