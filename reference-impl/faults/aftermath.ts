/** What a write leaves behind besides what it says: refused ones too (design: aftermath). */
import { empty, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { another, beforehand, isRecord, isUuid, memory, onLost, onRefusal, sent, set } from './recipes.js';
import { instanceDeletions, readingOf, updates, type Writing, writings } from './shapes.js';
import { first, initial } from './state.js';

/** Resources that something has spoiled, or the collections where a write creates. */
const spoiled = memory(() => new WeakSet<object>());
const holder = ({ entry, collection }: Exchange) => entry ?? collection;
const spoil = (exchange: Exchange) => spoiled(exchange.store).add(holder(exchange));

const breaks = (hooks: Hooks, broken: string): Hooks => ({
  ...hooks,
  locate(exchange, next) {
    const refusal = next(exchange);
    const isBroken = exchange.route.id === broken && spoiled(exchange.store).has(holder(exchange));
    if (!refusal && isBroken) throw new Error('spoiled');
    return refusal;
  },
});

const afterRefusal = onRefusal('validate', spoil);
const afterPercent = (id: string) =>
  beforehand((exchange) => {
    if (exchange.route.id === id && Object.values(sent(exchange)).includes('%')) spoil(exchange);
  });

const applyInPart = (writing: Writing) =>
  onRefusal('validate', ({ input, entry }) => {
    const name = first(writing);
    if (isRecord(input)) set(entry, { [name]: another(entry.record[name], (text) => `${text}-`) });
  });

/** Takes a lock that a crash does not give back. */
const locking: Hooks = {
  validate(exchange, next) {
    if (spoiled(exchange.store).has(holder(exchange))) return refuse(409, 'Somebody else is at work on it');
    if (!isRecord(exchange.input) || !Array.isArray(exchange.input.name)) return next(exchange);
    spoil(exchange);
    throw new Error('locked for good');
  },
};

/** What is wrong with one body is wrong with all that its connection carries behind it. */
function keepingErrors(): Hooks {
  const wrong = new WeakSet<object>();
  const keeping: NonNullable<Hooks['validate']> = (exchange, next) => {
    const { socket } = exchange.incoming;
    const refusal = wrong.has(socket) ? refuse(400, 'The body is still invalid') : next(exchange);
    if (refusal) wrong.add(socket);
    return refusal;
  };
  return { decode: keeping, validate: keeping };
}

const drawing_id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

function changeSomething({ entry, collection, projectId }: Exchange): void {
  if (entry) set(entry, { name: 'spoiled' });
  else collection.add(drawing_id, { ...initial, drawing_id, project_id: projectId });
}

function createAllTheSame(exchange: Exchange): void {
  if (!isRecord(exchange.input)) return;
  exchange.input = {};
  exchange.route.act(exchange);
}

/** The ids of drawings that were refused. */
const refusedIds = memory(() => new Set<string>());

/** Fields that name a file which a server may not have. */
const files = [
  ['iou.update', 'path'],
  ['vmware.update', 'vmx_path'],
] as const;

export const aftermath: Families = {
  'refused writes applied in part': [
    ...updates.map((writing) =>
      breaking(writing.id, 'aftermath.unchanged')('applies-refused-in-part', applyInPart(writing)),
    ),
    ...breakingEach(updates, 'aftermath.unchanged', [
      'stores-what-it-refuses',
      onRefusal('validate', ({ input, entry }) => {
        if (isRecord(input)) set(entry, input);
      }),
    ]),
    ...breakingEach(writings, 'aftermath.unchanged', [
      'applies-malformed',
      onRefusal('decode', changeSomething),
    ]),
    ...files.map(([id, field]) =>
      breaking(id, 'aftermath.unchanged')('stores-before-conflict', (exchange, next) => {
        const fields = Object.entries(sent(exchange));
        const at = fields.findIndex(([name, value]) => name === field && value === 'conformance');
        if (at === -1) return next(exchange);
        set(exchange.entry, Object.fromEntries(fields.slice(0, at)));
        return refuse(409, `There is no such ${field}`);
      }),
    ),
    ...breakingEach(['iou.update', 'vmware.update'], 'aftermath.unchanged', [
      'sets-the-console-first',
      onRefusal('validate', ({ input, entry }) => {
        if (isRecord(input) && Number.isInteger(input.console)) set(entry, { console: input.console });
      }),
    ]),
    breaking('cloud.update', 'aftermath.unchanged')(
      'stores-interfaces-before-a-wrong-one',
      onRefusal('validate', ({ input, entry }) => {
        const all = isRecord(input) && Array.isArray(input.interfaces) ? input.interfaces : [];
        const wrong = all.findIndex((each) => !isRecord(each) || typeof each.name !== 'string');
        if (wrong > 0) set(entry, { interfaces: all.slice(0, wrong) });
      }),
    ),
    breaking('drawings.create', 'aftermath.unchanged')(
      'creates-what-it-refuses',
      onRefusal('validate', createAllTheSame),
    ),
  ],
  'what a refusal leaves for the next request': [
    breaking('drawings.create', 'after-refused-id')('keeps-the-id-of-a-refused-drawing', {
      ...onRefusal('validate', ({ input, collection }) => {
        if (isRecord(input) && isUuid(input.drawing_id)) refusedIds(collection).add(String(input.drawing_id));
      }),
      act: (exchange, next) =>
        refusedIds(exchange.collection).has(String(sent(exchange).drawing_id))
          ? refuse(400, 'The id is taken')
          : next(exchange),
    }),
    ...instanceDeletions.map((id) => {
      const misses = memory(() => ({ isMissed: false }));
      return breaking(id, 'after-unknown')('forgets-the-next-after-a-miss', {
        ...onLost(({ route, collection }) => {
          if (route.id === id && collection) misses(collection).isMissed = true;
          return undefined;
        }),
        act: (exchange, next) => {
          const miss = misses(exchange.collection);
          if (!miss.isMissed) return next(exchange);
          miss.isMissed = false;
          return empty(204);
        },
      });
    }),
  ],
  'resources locked by a crash': breakingEach(updates, 'refuses.name', [
    'stays-locked-after-a-crash',
    locking,
  ]),
  'errors kept on a connection': breakingEach(updates, 'aftermath.writable', [
    'keeps-errors-on-the-connection',
    keepingErrors(),
  ]),
  /** Spoils the resource for good when a write meets a condition. */
  'resources damaged by a write': writings.flatMap(({ id }) => {
    const read = readingOf(id);
    const causes = [
      ['refusal', afterRefusal],
      ['percent', afterPercent(id)],
    ] as const;
    return causes.flatMap(([cause, spoils]) => [
      breaking([id, read], 'aftermath.readable')(`${cause}-spoils-reading`, breaks(spoils, read)),
      breaking(id, 'aftermath.writable')(`${cause}-spoils-writing`, breaks(spoils, id)),
    ]);
  }),
};
