/** Resources of one name in different projects get in each other's way. */
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Entry } from '../store.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { isRecord, isSuccess } from './recipes.js';

type KindWithName = 'projects' | (typeof instanceKinds)[number];

/** All of a kind that there are. */
function everyOne({ store }: Exchange, kind: KindWithName): readonly Entry[] {
  const of = (parent: 'projects' | 'compute.projects') => [
    ...(store.collection(parent, undefined)?.values() ?? []),
  ];
  return kind === 'projects'
    ? of(kind)
    : of('compute.projects').flatMap(({ parts }) => [...(parts.get(kind)?.values() ?? [])]);
}

/** All others that have the name that was sent. */
function namesakes(exchange: Exchange, kind: KindWithName): readonly Entry[] {
  const { entry, input } = exchange;
  const name = isRecord(input) ? input.name : undefined;
  if (typeof name !== 'string') return [];
  return everyOne(exchange, kind).filter((each) => each !== entry && each.record.name === name);
}

/** What else goes by its name when something is deleted. */
const deletingNamesakes = (
  id: OperationId,
  kind: KindWithName,
  what: string,
  remove: (other: Entry, exchange: Exchange) => void,
): Seeded =>
  breaking(id, 'spares-same-name')(
    'goes-by-the-name',
    `removes ${what} of the same name elsewhere.`,
    (exchange, next) => {
      const { entry } = exchange;
      for (const other of everyOne(exchange, kind))
        if (other !== entry && other.record.name === entry.record.name) remove(other, exchange);
      return next(exchange);
    },
  );

/** Takes an entry out of wherever it is. */
function removeInstance(kind: (typeof instanceKinds)[number]) {
  return (other: Entry, { store }: Exchange) => {
    for (const { parts } of store.collection('compute.projects', undefined)?.values() ?? [])
      for (const [id, entry] of parts.get(kind) ?? []) if (entry === other) parts.get(kind)?.delete(id);
  };
}

export const sameName: Families = {
  'names of others not shared': (['projects', ...instanceKinds] as const).flatMap((kind) => [
    breaking(`${kind}.update`, 'answers-taken-name')(
      'crashes-on-a-taken-name',
      'answers 500 to a name that another has.',
      (exchange, next) => (namesakes(exchange, kind).length > 0 ? refuse(500, 'not unique') : next(exchange)),
    ),
    breaking(`${kind}.update`, 'shares-names')(
      'takes-names-from-others',
      'leaves another that had the name without one.',
      (exchange, next) => {
        const others = namesakes(exchange, kind);
        const answer = next(exchange);
        if (isSuccess(answer)) for (const other of others) other.record = { ...other.record, name: '' };
        return answer;
      },
    ),
  ]),
  /** 409 is listed for instances, and not for projects (4.3). */
  'conflicts on names of others': [
    breaking('projects.update', 'answers-taken-name')(
      'conflicts-on-a-taken-name',
      'answers 409 to a name that another project has.',
      (exchange, next) =>
        namesakes(exchange, 'projects').length > 0 ? refuse(409, 'The name is taken') : next(exchange),
    ),
  ],
  'deletions by name': [
    deletingNamesakes('projects.delete', 'projects', 'the drawings of projects', ({ parts }) =>
      parts.get('drawings')?.clear(),
    ),
    ...instanceKinds.map((kind) =>
      deletingNamesakes(`${kind}.delete`, kind, 'instances', removeInstance(kind)),
    ),
    breaking('compute.projects.delete', 'spares-same-name')(
      'goes-by-the-names-inside',
      'removes cloud instances elsewhere that have the name of one in it.',
      (exchange, next) => {
        const own = [...(exchange.entry.parts.get('cloud')?.values() ?? [])];
        const names = own.map(({ record }) => record.name);
        for (const other of everyOne(exchange, 'cloud'))
          if (!own.includes(other) && names.includes(other.record.name))
            removeInstance('cloud')(other, exchange);
        return next(exchange);
      },
    ),
  ],
  'deletions by name in one project': instanceKinds.map((kind) =>
    breaking(`${kind}.delete`, 'spares-same-name-beside')(
      'goes-by-the-name-in-its-project',
      'removes instances of the same name in the project.',
      (exchange, next) => {
        const { entry, collection } = exchange;
        for (const [id, other] of collection)
          if (other !== entry && other.record.name === entry.record.name) collection.delete(id);
        return next(exchange);
      },
    ),
  ),
  'readings by name': instanceKinds.map((kind) =>
    breaking(`${kind}.get`, 'answers-own-id')(
      'goes-by-the-name',
      'shows the first instance of that name in the project.',
      (exchange, next) => {
        const { entry, collection } = exchange;
        const first = [...collection.values()].find((each) => each.record.name === entry.record.name);
        if (first) exchange.entry = first;
        return next(exchange);
      },
    ),
  ),
  'deletions of instances elsewhere': (['iou', 'vmware'] as const).map((kind) =>
    breaking('compute.projects.delete', 'spares-instances')(
      `removes-every-${kind}`,
      'removes the instances of a kind in all projects.',
      (exchange, next) => {
        for (const { parts } of exchange.store.collection('compute.projects', undefined)?.values() ?? [])
          parts.get(kind)?.clear();
        return next(exchange);
      },
    ),
  ),
};
