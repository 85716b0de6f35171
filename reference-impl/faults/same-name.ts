/** Resources of one name in different projects get in each other's way. */
import type { InstanceKind, OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families, type Seeded } from './fault.js';
import { beforehand, isSuccess, refusing, sent, set, thereupon, without } from './recipes.js';
import { instanceDeletions, instanceUpdates, readings } from './shapes.js';

type KindWithName = 'projects' | InstanceKind;

const kinds: readonly KindWithName[] = ['projects', ...instanceKinds];

const projects = ({ store }: Exchange, kind: 'projects' | 'compute.projects') => [
  ...(store.collection(kind, undefined)?.values() ?? []),
];

/** All of a kind that there are. */
const everyOne = (exchange: Exchange, kind: KindWithName): readonly Entry[] =>
  kind === 'projects'
    ? projects(exchange, kind)
    : projects(exchange, 'compute.projects').flatMap(({ parts }) => [...(parts.get(kind)?.values() ?? [])]);

const shareName = (one: Entry, other: Entry) => one !== other && one.record.name === other.record.name;

/** All others that have the name that was sent. */
function namesakes(exchange: Exchange, kind: KindWithName): readonly Entry[] {
  const { name } = sent(exchange);
  if (typeof name !== 'string') return [];
  return everyOne(exchange, kind).filter((each) => each !== exchange.entry && each.record.name === name);
}

const hasNamesakes = (kind: KindWithName) => (exchange: Exchange) => namesakes(exchange, kind).length > 0;

/** Whether the console that was sent is that of another instance of the kind. */
const takesConsole = (kind: InstanceKind) => (exchange: Exchange) => {
  const { console } = sent(exchange);
  return everyOne(exchange, kind).some(
    (each) => each !== exchange.entry && console !== undefined && each.record.console === console,
  );
};

/** What else goes by its name when something is deleted. */
const deletingNamesakes = (
  id: OperationId,
  kind: KindWithName,
  remove: (other: Entry, exchange: Exchange) => void,
): Seeded =>
  breaking(id, 'spares-same-name')(
    'goes-by-the-name',
    beforehand((exchange) => {
      for (const other of everyOne(exchange, kind))
        if (shareName(exchange.entry, other)) remove(other, exchange);
    }),
  );

/** Takes an entry out of wherever it is. */
const removeInstance = (kind: InstanceKind) => (other: Entry, exchange: Exchange) => {
  for (const { parts } of projects(exchange, 'compute.projects'))
    for (const [id, entry] of parts.get(kind) ?? []) if (entry === other) parts.get(kind)?.delete(id);
};

const firstOfName = ({ entry, collection }: Exchange): readonly [id: string, Entry] | undefined =>
  [...collection].find(([, { record }]) => record.name === entry.record.name);

const showingTheFirst = beforehand((exchange) => {
  const [, first] = firstOfName(exchange) ?? [];
  exchange.entry = first ?? exchange.entry;
});

const removingTheFirst = (exchange: Exchange, next: (exchange: Exchange) => Answer) => {
  const { entry, collection } = exchange;
  const own = [...collection].find(([, other]) => other === entry);
  const [id = ''] = firstOfName(exchange) ?? [];
  const answer = next(exchange);
  if (own) collection.set(...own);
  collection.delete(id);
  return answer;
};

export const sameName: Families = {
  'its own name refused': breakingEach(instanceUpdates, 'keeps-its-name', [
    'takes-its-own-name-for-taken',
    refusing(409, (exchange) => sent(exchange).name === exchange.entry.record.name),
  ]),
  'names of others not shared': kinds.flatMap((kind) => [
    breaking(`${kind}.update`, 'answers-taken-name')(
      'crashes-on-a-taken-name',
      refusing(500, hasNamesakes(kind)),
    ),
    breaking(`${kind}.update`, 'shares-names')('takes-names-from-others', (exchange, next) => {
      const others = namesakes(exchange, kind);
      const answer = next(exchange);
      if (isSuccess(answer)) for (const other of others) set(other, { name: '' });
      return answer;
    }),
  ]),
  /** 409 is listed for instances, and not for projects (4.3). */
  'conflicts on names of others': [
    breaking('projects.update', 'answers-taken-name')(
      'conflicts-on-a-taken-name',
      refusing(409, hasNamesakes('projects')),
    ),
  ],
  'consoles of others': instanceKinds
    .filter((kind) => kind !== 'cloud')
    .flatMap((kind) => [
      breaking(`${kind}.update`, 'answers-taken-console')(
        'crashes-on-a-taken-console',
        refusing(500, takesConsole(kind)),
      ),
      breaking(`${kind}.update`, 'keeps-its-console')(
        'takes-its-own-console-for-taken',
        refusing(409, (exchange) => sent(exchange).console === exchange.entry.record.console),
      ),
      breaking(`${kind}.update`, 'all-or-nothing')('writes-beside-a-taken-console', (exchange, next) => {
        if (!takesConsole(kind)(exchange)) return next(exchange);
        set(exchange.entry, without(sent(exchange), 'console', 'node_id', 'project_id'));
        return refuse(409, 'The console is in use');
      }),
    ]),
  'updates by the old name': kinds.map((kind) =>
    breaking(`${kind}.update`, 'spares-namesake')('renames-namesakes', (exchange, next) => {
      const others = everyOne(exchange, kind).filter((each) => shareName(exchange.entry, each));
      const answer = next(exchange);
      const { name } = sent(exchange);
      if (isSuccess(answer) && name !== undefined) for (const other of others) set(other, { name });
      return answer;
    }),
  ),
  'updates by name in one project': breakingEach(
    instanceUpdates,
    'spares-siblings',
    [
      'writes-to-namesakes',
      beforehand((exchange) => {
        for (const other of exchange.collection.values())
          if (shareName(exchange.entry, other)) set(other, without(sent(exchange), 'node_id'));
      }),
    ],
    [
      'makes-names-unique',
      thereupon(({ entry, collection }) => {
        for (const other of collection.values())
          if (shareName(entry, other)) set(other, { name: `${other.record.name}-1` });
      }),
    ],
  ),
  'deletions by name': [
    breaking('projects.delete', 'spares-same-name')(
      'with-drawings-clears-all',
      beforehand((exchange) => {
        if (exchange.entry.parts.get('drawings')?.size)
          for (const { parts } of everyOne(exchange, 'projects')) parts.get('drawings')?.clear();
      }),
    ),
    deletingNamesakes('projects.delete', 'projects', ({ parts }) => parts.get('drawings')?.clear()),
    ...instanceKinds.map((kind) => deletingNamesakes(`${kind}.delete`, kind, removeInstance(kind))),
    breaking('compute.projects.delete', 'spares-same-name')(
      'goes-by-the-names-inside',
      beforehand((exchange) => {
        const own = [...(exchange.entry.parts.get('cloud')?.values() ?? [])];
        const others = everyOne(exchange, 'cloud').filter((other) => !own.includes(other));
        for (const other of others)
          if (own.some((each) => shareName(each, other))) removeInstance('cloud')(other, exchange);
      }),
    ),
  ],
  'deletions by name in one project': [
    ...breakingEach(instanceDeletions, 'spares-same-name-beside', [
      'goes-by-the-name-in-its-project',
      beforehand(({ entry, collection }) => {
        for (const [id, other] of collection) if (shareName(entry, other)) collection.delete(id);
      }),
    ]),
    ...breakingEach(instanceDeletions, 'spares-older-of-name', [
      'takes-the-one-before',
      beforehand(({ collection, id }) => {
        const ids = [...collection.keys()];
        const before = ids[ids.indexOf(id) - 1];
        if (ids.length > 2 && before !== undefined) collection.delete(before);
      }),
    ]),
    ...breakingEach(instanceDeletions, 'spares-older-of-name', [
      'takes-the-first-of-the-name',
      removingTheFirst,
    ]),
  ],
  'readings by name': breakingEach(
    readings.filter(({ ids }) => ids.includes('node_id')),
    'answers-own-id',
    ['goes-by-the-name', showingTheFirst],
  ),
  /** Nothing writes the name of a compute project. */
  'compute projects by name': [
    breaking('compute.projects.get', 'answers-own-id')('goes-by-the-name', showingTheFirst),
    breaking('compute.projects.delete', 'spares-same-name')('takes-the-first-of-the-name', removingTheFirst),
  ],
  'deletions of instances elsewhere': instanceKinds
    .filter((kind) => kind !== 'cloud')
    .map((kind) =>
      breaking('compute.projects.delete', 'spares-instances')(
        `removes-every-${kind}`,
        beforehand((exchange) => {
          for (const { parts } of projects(exchange, 'compute.projects')) parts.get(kind)?.clear();
        }),
      ),
    ),
};
