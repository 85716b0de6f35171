/** Answers that never come, or not as HTTP. */
import { operations } from '../../schemas/index.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { contains, dropping, instead, isAnswered } from './recipes.js';
import { lookingUp, writings } from './shapes.js';

type Wire = NonNullable<Hooks['wire']>;

const sends =
  (bytes: string): Wire =>
  ({ outgoing }) =>
    void outgoing.socket?.end(bytes);

const notHttp: readonly (readonly [name: string, wire: Wire])[] = [
  ['drops', ({ outgoing }) => outgoing.destroy()],
  ['cuts-off', sends('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"')],
  ['babbles', sends('hello\r\n\r\n')],
];

export const wire: Families = {
  'broken HTTP': operations.flatMap(({ id }, index) =>
    [...notHttp.slice(0, 1), ...notHttp.slice(1 + (index % 2)).slice(0, 1)].map(([name, wire]) =>
      breaking(id, 'succeeds')(name, instead(isAnswered, wire)),
    ),
  ),
  'connections dropped': [
    ...breakingEach(lookingUp, 'unknown-project', [
      'drops-not-found',
      dropping((_, { status }) => status === 404),
    ]),
    ...breakingEach(writings, 'refuses.malformed-json', [
      'drops-refusals',
      dropping((_, { status }) => status === 400),
    ]),
    ...writings.map(({ id }) =>
      breaking(id, id === 'drawings.create' ? 'answers-edges.svg' : 'answers-edges.name')(
        'drops-on-non-ascii',
        dropping(({ input }) =>
          contains(input, (value) => typeof value === 'string' && /[^\0-\x7f]/.test(value)),
        ),
      ),
    ),
  ],
  /** Few: each costs time-outs. */
  'no answer': breakingEach(
    ['drawings.list', 'nodes.start', 'compute.projects.delete', 'iou.delete'],
    'succeeds',
    ['never-answers', instead(isAnswered, () => {})],
  ),
};
