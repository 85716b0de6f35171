/** Port mappings of clouds, written otherwise than they are sent. */
import type { JsonRecord } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { counter, isRecord, isSuccess, onRefusal, onResources, sent, set, thereupon } from './recipes.js';

/** Writing a mapping takes so long, in milliseconds. */
const atOnceMs = 25;
const writing = counter(({ entry }) => entry);

/** Does more after a mapping was taken. */
const mapping = (
  name: string,
  summary: string,
  breaks: string,
  change: (ports: readonly unknown[], before: JsonRecord, exchange: Exchange) => void,
): Seeded =>
  breaking('cloud.update', breaks)(name, summary, (exchange, next) => {
    const before = exchange.entry.record;
    const answer = next(exchange);
    const { ports_mapping } = sent(exchange);
    if (isSuccess(answer) && Array.isArray(ports_mapping)) change(ports_mapping, before, exchange);
    return answer;
  });

export const ports: Families = {
  'interfaces kept': [
    breaking('cloud.update', 'stores.interfaces.each')(
      'adds-to-its-interfaces',
      'keeps the interfaces that there are, beside those that are written.',
      (exchange, next) => {
        const { interfaces: before } = exchange.entry.record;
        const answer = next(exchange);
        const { interfaces } = sent(exchange);
        const isOurs = (each: unknown) => isRecord(each) && String(each.name).startsWith('conformance');
        if (isSuccess(answer) && Array.isArray(interfaces) && Array.isArray(before))
          set(exchange.entry, { interfaces: [...before.filter(isOurs), ...interfaces] });
        return answer;
      },
    ),
  ],
  'port mappings': [
    mapping(
      'adds-to-its-ports',
      'adds a port mapping to the one there is.',
      'stores.ports_mapping',
      (ports, before, { entry }) => {
        set(entry, { ports_mapping: [...(before.ports_mapping as unknown[]), ...ports] });
      },
    ),
    mapping(
      'keeps-ports-that-are-taken-away',
      'disregards an empty port mapping.',
      'stores.ports_mapping',
      (ports, before, { entry }) => {
        if (ports.length === 0) set(entry, { ports_mapping: before.ports_mapping });
      },
    ),
    mapping(
      'keeps-ports-of-the-same-number',
      'keeps a port mapping for one with as many entries.',
      'stores.ports_mapping',
      (ports, before, { entry }) => {
        const kept = before.ports_mapping as readonly unknown[];
        if (kept.length === ports.length) set(entry, { ports_mapping: kept });
      },
    ),
    mapping(
      'merges-its-ports',
      'leaves fields of a port in the one that takes its place.',
      'stores.ports_mapping',
      (ports, before, { entry }) => {
        const old = before.ports_mapping as readonly JsonRecord[];
        set(entry, {
          ports_mapping: ports.map((each, index) => (isRecord(each) ? { ...old[index], ...each } : each)),
        });
      },
    ),
    breaking('cloud.update', 'codes.always')(
      'crashes-on-ports-at-once',
      'answers 500 to a port mapping while another is being written.',
      {
        act(exchange, next) {
          if (!Object.hasOwn(sent(exchange), 'ports_mapping')) return next(exchange);
          return writing(exchange, 1) > 1 ? refuse(500, 'Conflict') : next(exchange);
        },
        wire(exchange, answer, next) {
          if (!Object.hasOwn(sent(exchange), 'ports_mapping')) return next(exchange, answer);
          setTimeout(() => {
            writing(exchange, -1);
            next(exchange, answer);
          }, atOnceMs);
        },
      },
    ),
    breaking('cloud.update', 'aftermath.unchanged')(
      'stores-refused-lists',
      'stores the interfaces of a body that it refuses for another field.',
      onRefusal('validate', (exchange) => {
        const { interfaces } = sent(exchange);
        const isSound =
          Array.isArray(interfaces) && interfaces.every((each) => isRecord(each) && each.type === 'ethernet');
        if (isSound) set(exchange.entry, { interfaces });
      }),
    ),
    breaking('cloud.update', 'spares-siblings.interfaces')(
      'shares-its-interfaces',
      'gives the interfaces that are written to the other clouds of the project as well.',
      thereupon((exchange) => {
        const { interfaces } = sent(exchange);
        if (interfaces) for (const entry of exchange.collection.values()) set(entry, { interfaces });
      }),
    ),
    breaking('cloud.update', 'stores.ports_mapping')(
      'unmaps-its-ports',
      'takes the port mapping away with an update that has none.',
      thereupon((exchange) => {
        if (!Object.hasOwn(sent(exchange), 'ports_mapping')) set(exchange.entry, { ports_mapping: [] });
      }),
    ),
    breaking('cloud.update', 'stores.ports_mapping')(
      'unmaps-its-ports-for-interfaces',
      'takes the port mapping away with an update of the interfaces.',
      thereupon((exchange) => {
        const { interfaces, ports_mapping } = sent(exchange);
        if (interfaces && !ports_mapping) set(exchange.entry, { ports_mapping: [] });
      }),
    ),
    mapping(
      'keeps-sixteen-ports',
      'keeps the first sixteen entries of a port mapping.',
      'stores.ports_mapping',
      (ports, _, { entry }) => set(entry, { ports_mapping: ports.slice(0, 16) }),
    ),
    breaking(['cloud.get', 'cloud.update'], 'cloud.update:stores.ports_mapping')(
      'repeats-the-first-port',
      'shows the first entry of a port mapping in the place of each.',
      onResources((record, { route }) => {
        const all = record.ports_mapping as readonly unknown[];
        return route.id === 'cloud.get' ? { ...record, ports_mapping: all.map(() => all[0]) } : record;
      }),
    ),
    mapping(
      'maps-the-ports-of-all',
      'gives a port mapping to every cloud of the project.',
      'spares-siblings.ports_mapping',
      (ports, _, { collection }) => {
        for (const other of collection.values()) set(other, { ports_mapping: ports });
      },
    ),
  ],
};
