/** Resources of one name in different projects get in each other's way. */
import { instanceKinds } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Entry } from '../store.js';
import { type Seeded, seed } from './fault.js';
import { isRecord, isSuccess } from './recipes.js';

type KindWithName = 'projects' | (typeof instanceKinds)[number];

/** All others that have the name that was sent. */
function namesakes({ store, entry, input }: Exchange, kind: KindWithName): readonly Entry[] {
  const name = isRecord(input) ? input.name : undefined;
  if (typeof name !== 'string') return [];
  const of = (parent: 'projects' | 'compute.projects') => [
    ...(store.collection(parent, undefined)?.values() ?? []),
  ];
  const all =
    kind === 'projects'
      ? of(kind)
      : of('compute.projects').flatMap(({ parts }) => [...(parts.get(kind)?.values() ?? [])]);
  return all.filter((each) => each !== entry && each.record.name === name);
}

export const sharesNoNames: readonly Seeded[] = (['projects', ...instanceKinds] as const).flatMap((kind) => [
  seed(
    `${kind}.update`,
    'crashes-on-a-taken-name',
    'answers 500 to a name that another has.',
    ['answers-taken-name'],
    {
      act: (exchange, next) =>
        namesakes(exchange, kind).length > 0 ? refuse(500, 'not unique') : next(exchange),
    },
  ),
  seed(
    `${kind}.update`,
    'takes-names-from-others',
    'leaves another that had the name without one.',
    ['shares-names'],
    {
      act(exchange, next) {
        const others = namesakes(exchange, kind);
        const answer = next(exchange);
        if (isSuccess(answer)) for (const other of others) other.record = { ...other.record, name: '' };
        return answer;
      },
    },
  ),
]);

/** 409 is listed for instances, and not for projects (4.3). */
export const conflictsOnNames: readonly Seeded[] = [
  seed(
    'projects.update',
    'conflicts-on-a-taken-name',
    'answers 409 to a name that another project has.',
    ['answers-taken-name'],
    {
      act: (exchange, next) =>
        namesakes(exchange, 'projects').length > 0 ? refuse(409, 'The name is taken') : next(exchange),
    },
  ),
];
