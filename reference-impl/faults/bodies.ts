/** Bodies that are not what they are declared to be, are there where none is allowed, or are none at all (section 1). */
import { type Operation, operations } from '../../schemas/index.js';
import type { Answer } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families, type Seeded } from './fault.js';
import { instead, isAnswered, onErrors, onSuccess, showing } from './recipes.js';
import { withBody } from './shapes.js';

type Change = readonly [name: string, change: (answer: Answer) => Answer];

const text = ({ body }: Answer) => JSON.stringify(body);
const raw = (answer: Answer, bytes: string | Uint8Array): Answer => ({ ...answer, raw: bytes });
const typed = (answer: Answer, type?: string): Answer => ({
  ...answer,
  headers: type === undefined ? {} : { ...answer.headers, 'content-type': type },
});

const mediaTypes: readonly Change[] = [
  ['undeclared', (answer) => typed(answer)],
  ...['text/html', 'application/octet-stream'].map(
    (type): Change => [`as-${type.replace('/', '-')}`, (answer) => typed(answer, type)],
  ),
];

const notJson: readonly Change[] = [
  ['cut-off', (answer) => raw(answer, text(answer).slice(0, -1))],
  ['doubled', (answer) => raw(answer, text(answer).repeat(2))],
  ['in-html', (answer) => raw(answer, '<html><body>ok</body></html>')],
  ['with-nan', (answer) => raw(answer, '[NaN]')],
  [
    'not-utf8',
    (answer) => raw(answer, Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}')])),
  ],
];

const emptied: Change = ['emptied', (answer) => raw(answer, '')];

const otherKinds: readonly Change[] = [
  ['as-string', (answer) => ({ ...answer, body: 'ok' })],
  ['as-null', (answer) => ({ ...answer, body: null })],
  ['as-number', (answer) => ({ ...answer, body: 7 })],
  [
    'rewrapped',
    ({ body, ...answer }) => ({ ...answer, body: Array.isArray(body) ? { drawings: body } : [body] }),
  ],
];

const onBody =
  (changes: readonly Change[], prefix: string, aims: readonly string[]) =>
  ({ id }: Operation): Seeded[] =>
    changes.map(([name, change]) =>
      breaking(id, ...aims)(
        `${prefix}-${name}`,
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
    changes.map(([name, change]) => breaking(id, ...aims)(`error-${name}`, onErrors(change, 400, 404)));

export const asPage = (answer: Answer): Answer =>
  raw(typed(answer, 'text/html'), '<html><body>error</body></html>');
const page: Change = ['page', asPage];

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
    ['sends-body-on-204', wired('\r\n{"ok":true}')],
    [
      'declares-and-sends-body-on-204',
      wired('content-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
    ],
    ['chunks-on-204', wired('transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n')],
  ),
  'wrong headers on a deletion': [
    ...['application/json', 'text/html'].map((type) =>
      breaking('compute.projects.delete', 'content-type')(
        `head-${type.replace('/', '-')}`,
        head((headers) => ({ ...headers, 'content-type': type })),
      ),
    ),
    breaking(
      'compute.projects.delete',
      'content-length',
      'answer.empty',
    )(
      'head-length-2',
      head((headers) => ({ ...headers, 'content-length': '2' })),
    ),
    breaking('compute.projects.delete', 'sends-content-type')(
      'head-without-type',
      head(({ 'content-type': _, ...rest }) => rest),
    ),
  ],
};
