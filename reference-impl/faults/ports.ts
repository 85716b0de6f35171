/** Port mappings of clouds, written otherwise than they are sent. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonRecord } from '../kinds.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
import { oneAtATime } from './meanwhile.js';
import {
  beforehand,
  counter,
  isRecord,
  isSuccess,
  memory,
  onRefusal,
  onResources,
  sent,
  set,
  thereupon,
  writingToAll,
} from './recipes.js';

/** Writing a mapping takes so long, in milliseconds. */
const atOnceMs = 25;
const writing = counter(({ entry }) => entry);

type Other = (sent: readonly unknown[], before: readonly unknown[]) => readonly unknown[];

/** Stores another list than the one that was taken. */
const storing = (field: 'ports_mapping' | 'interfaces', aim: string) => (name: string, other: Other) =>
  breaking('cloud.update', aim)(name, (exchange, next) => {
    const before = exchange.entry.record[field] as readonly unknown[];
    const answer = next(exchange);
    const list = sent(exchange)[field];
    if (isSuccess(answer) && Array.isArray(list)) set(exchange.entry, { [field]: other(list, before) });
    return answer;
  });

/** The clouds whose ports were written. */
const mapped = memory(() => new WeakSet<Entry>());
const mapping = storing('ports_mapping', 'stores.ports_mapping');
const interfaces = storing('interfaces', 'stores.interfaces.each');
const interfacesIn = ({ interfaces }: JsonRecord) =>
  Array.isArray(interfaces) ? interfaces.filter(isRecord) : [];
const isOurs = (each: unknown) => isRecord(each) && String(each.name).startsWith('conformance');

export const ports: Families = {
  'interfaces kept': [
    interfaces('adds-to-its-interfaces', (sent, before) => [...before.filter(isOurs), ...sent]),
    interfaces('replaces-interfaces-one-by-one', (sent, before) => [
      ...sent,
      ...before.slice(sent.length).filter(isOurs),
    ]),
    interfaces('keeps-interfaces-behind-none', (sent, before) => (sent.length > 0 ? sent : before)),
    interfaces('keeps-three-interfaces', (sent) => sent.slice(0, 3)),
    interfaces('keeps-what-is-special-of-the-first', (sent) =>
      sent.filter(isRecord).map((each, _, [first]) => ({ ...each, special: first?.special })),
    ),
    interfaces('keeps-one-interface-a-type', (sent) => [
      ...new Map(sent.filter(isRecord).map((each) => [each.type, each])).values(),
    ]),
    breaking('cloud.update', 'keeps-others.interfaces')(
      'forgets-its-interfaces',
      thereupon((exchange) => {
        if (!Object.hasOwn(sent(exchange), 'interfaces')) set(exchange.entry, { interfaces: [] });
      }),
    ),
    breaking('cloud.update', 'stores.interfaces.each')('answers-with-interfaces-only', (exchange, next) => {
      const { interfaces } = exchange.entry.record;
      const answer = next(exchange);
      set(exchange.entry, { interfaces });
      return answer;
    }),
  ],
  'interfaces that go by their names': [
    breaking('cloud.update', 'spares-siblings.interfaces')(
      'shares-interfaces-by-name',
      thereupon((exchange) => {
        const byName = new Map(interfacesIn(sent(exchange)).map((each) => [each.name, each]));
        for (const entry of exchange.collection.values())
          set(entry, { interfaces: interfacesIn(entry.record).map((each) => byName.get(each.name) ?? each) });
      }),
    ),
    breaking('cloud.delete', 'spares-siblings.interfaces')(
      'takes-interfaces-by-name',
      beforehand(({ entry, collection }) => {
        const names = new Set(interfacesIn(entry.record).map(({ name }) => name));
        for (const other of collection.values())
          set(other, { interfaces: interfacesIn(other.record).filter(({ name }) => !names.has(name)) });
      }),
    ),
  ],
  'port mappings': [
    mapping('adds-to-its-ports', (ports, before) => [...before, ...ports]),
    mapping('keeps-ports-that-are-taken-away', (ports, before) => (ports.length === 0 ? before : ports)),
    mapping('keeps-ports-of-the-same-number', (ports, before) =>
      before.length === ports.length ? before : ports,
    ),
    mapping('merges-its-ports', (ports, before) =>
      ports.map((each, index) => (isRecord(each) ? { ...(before[index] as JsonRecord), ...each } : each)),
    ),
    breaking('cloud.update', 'codes.always')(
      'crashes-on-ports-at-once',
      oneAtATime(500, 'cloud.update', atOnceMs, writing, (each) =>
        Object.hasOwn(sent(each), 'ports_mapping'),
      ),
    ),
    breaking('cloud.update', 'aftermath.unchanged')(
      'stores-refused-lists',
      onRefusal('validate', (exchange) => {
        const { interfaces } = sent(exchange);
        const isSound =
          Array.isArray(interfaces) && interfaces.every((each) => isRecord(each) && each.type === 'ethernet');
        if (isSound) set(exchange.entry, { interfaces });
      }),
    ),
    breaking('cloud.update', 'spares-siblings.interfaces')(
      'shares-its-interfaces',
      writingToAll('interfaces', ({ collection }) => collection.values()),
    ),
    breaking('cloud.update', 'stores.ports_mapping')(
      'unmaps-its-ports',
      thereupon((exchange) => {
        if (!Object.hasOwn(sent(exchange), 'ports_mapping')) set(exchange.entry, { ports_mapping: [] });
      }),
    ),
    ...(['interfaces', 'name'] as const).map((field) =>
      breaking('cloud.update', 'stores.ports_mapping')(
        `unmaps-its-ports-for-${field}`,
        thereupon((exchange) => {
          const { [field]: own, ports_mapping } = sent(exchange);
          if (own && !ports_mapping) set(exchange.entry, { ports_mapping: [] });
        }),
      ),
    ),
    breaking('cloud.update', 'stores.ports_mapping')(
      'unmaps-its-ports-when-it-refuses',
      onRefusal('validate', ({ entry }) => set(entry, { ports_mapping: [] })),
    ),
    mapping('keeps-sixteen-ports', (ports) => ports.slice(0, 16)),
    breaking(['cloud.get', 'cloud.update'], 'cloud.update:stores.ports_mapping')(
      'repeats-the-first-port',
      onResources((record, { route }) => {
        const all = record.ports_mapping as readonly unknown[];
        return route.id === 'cloud.get' ? { ...record, ports_mapping: all.map(() => all[0]) } : record;
      }),
    ),
    breaking('cloud.update', 'spares-siblings.ports_mapping')('takes-equal-ports-for-one', {
      act(exchange, next) {
        const { entry, collection, store } = exchange;
        const written = mapped(store);
        const isAlike = ({ record }: Entry) =>
          isDeepStrictEqual(record.ports_mapping, entry.record.ports_mapping);
        const alike = [...collection.values()].filter((each) => written.has(each) && isAlike(each));
        const answer = next(exchange);
        const { ports_mapping } = sent(exchange);
        if (!isSuccess(answer) || !ports_mapping) return answer;
        if (written.has(entry)) for (const each of alike) set(each, { ports_mapping });
        written.add(entry);
        return answer;
      },
    }),
    breaking('cloud.update', 'spares-siblings.ports_mapping')(
      'maps-the-ports-of-all',
      thereupon((exchange) => {
        const { ports_mapping } = sent(exchange);
        if (ports_mapping) for (const entry of exchange.collection.values()) set(entry, { ports_mapping });
      }),
    ),
  ],
};
