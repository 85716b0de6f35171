/** Bodies that are not what they are declared to be, are there where none is allowed, or are none at all (section 1). */
import { type Operation, operations } from '../../schemas/index.js';
import type { Answer } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families, type Seeded } from './fault.js';
import { instead, isAnswered, onErrors, onSuccess, showing } from './recipes.js';
import { withBody } from './shapes.js';

type Change = readonly [name: string, summary: string, change: (answer: Answer) => Answer];

const text = ({ body }: Answer) => JSON.stringify(body);
const raw = (answer: Answer, bytes: string | Uint8Array): Answer => ({ ...answer, raw: bytes });
const typed = (answer: Answer, type?: string): Answer => ({
  ...answer,
  headers: type === undefined ? {} : { ...answer.headers, 'content-type': type },
});

const mediaTypes: readonly Change[] = [
  ['undeclared', 'without a Content-Type', (answer) => typed(answer)],
  ...['text/html', 'application/octet-stream'].map(
    (type): Change => [
      `as-${type.replace('/', '-')}`,
      `with Content-Type ${type}`,
      (answer) => typed(answer, type),
    ],
  ),
];

const notJson: readonly Change[] = [
  ['cut-off', 'with JSON that is cut off', (answer) => raw(answer, text(answer).slice(0, -1))],
  ['doubled', 'with its JSON twice', (answer) => raw(answer, text(answer).repeat(2))],
  ['in-html', 'with a page of HTML', (answer) => raw(answer, '<html><body>ok</body></html>')],
  ['with-nan', 'with NaN in its JSON', (answer) => raw(answer, '[NaN]')],
  [
    'not-utf8',
    'with bytes that are not UTF-8',
    (answer) => raw(answer, Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}')])),
  ],
];

const emptied: Change = ['emptied', 'with an empty body', (answer) => raw(answer, '')];

const otherKinds: readonly Change[] = [
  ['as-string', 'with a JSON string', (answer) => ({ ...answer, body: 'ok' })],
  ['as-null', 'with null', (answer) => ({ ...answer, body: null })],
  ['as-number', 'with a number', (answer) => ({ ...answer, body: 7 })],
  [
    'rewrapped',
    'with an object for an array or an array for an object',
    ({ body, ...answer }) => ({ ...answer, body: Array.isArray(body) ? { drawings: body } : [body] }),
  ],
];

const onBody =
  (changes: readonly Change[], prefix: string, aims: readonly string[]) =>
  ({ id }: Operation): Seeded[] =>
    changes.map(([name, words, change]) =>
      breaking(id, ...aims)(
        `${prefix}-${name}`,
        `answers ${words}.`,
        showing(
          id,
          onSuccess((answer) => (answer.body === undefined ? answer : change(answer))),
        ),
      ),
    );

const refusing = operations.filter(({ listed }) => listed.some((code) => code >= 400));

const onError =
  (changes: readonly Change[], aims: readonly string[]) =>
  ({ id }: Operation): Seeded[] =>
    changes.map(([name, words, change]) =>
      breaking(id, ...aims)(`error-${name}`, `refuses ${words}.`, onErrors(change, 400, 404)),
    );

export const asPage = (answer: Answer): Answer =>
  raw(typed(answer, 'text/html'), '<html><body>error</body></html>');
const page: Change = ['page', 'with a page of HTML, declared so', asPage];

const wired = (head: string): Hooks =>
  instead(isAnswered, ({ outgoing }) => outgoing.socket?.end(`HTTP/1.1 204 No Content\r\n${head}`));

const head = (change: (headers: Answer['headers']) => Answer['headers']): Hooks =>
  onSuccess((answer) => ({ ...answer, headers: change(answer.headers) }));

export const bodies: Families = {
  'wrong Content-Type': withBody.flatMap(onBody(mediaTypes, 'answer', ['answer.media-type'])),
  'answers that are not JSON': withBody.flatMap(onBody([...notJson, emptied], 'answer', ['answer.json'])),
  'answers of another JSON type': withBody
    .filter(({ id }) => id !== 'projects.get')
    .flatMap(onBody(otherKinds, 'answer', ['answer.body'])),
  'error bodies that are not JSON': [
    ...refusing.flatMap(onError(mediaTypes.slice(0, 2), ['errors.media-type'])),
    ...refusing.flatMap(onError(notJson.slice(-2), ['errors.json'])),
    ...refusing.flatMap(onError([page], ['errors.media-type', 'errors.json'])),
  ],
  'a body on 204': breakingEach(
    operations.filter(({ success }) => success.includes(204)),
    'answer.empty',
    ['sends-body-on-204', 'sends a body behind its 204.', wired('\r\n{"ok":true}')],
    [
      'declares-and-sends-body-on-204',
      'sends a body behind its 204 and declares it.',
      wired('content-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
    ],
    [
      'chunks-on-204',
      'sends a chunked body behind its 204.',
      wired('transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
    ],
  ),
  'wrong headers on a deletion': [
    ...['application/json', 'text/html'].map((type) =>
      breaking('compute.projects.delete', 'content-type')(
        `head-${type.replace('/', '-')}`,
        `declares ${type} on its 204.`,
        head((headers) => ({ ...headers, 'content-type': type })),
      ),
    ),
    breaking('compute.projects.delete', 'content-length', 'answer.empty')(
      'head-length-2',
      'declares a Content-Length of 2 on its 204.',
      head((headers) => ({ ...headers, 'content-length': '2' })),
    ),
    breaking('compute.projects.delete', 'sends-content-type')(
      'head-without-type',
      'leaves the Content-Type off its 204.',
      head(({ 'content-type': _, ...rest }) => rest),
    ),
  ],
};
