/** Port mappings of clouds, written otherwise than they are sent. */
import type { JsonRecord } from '../kinds.js';
import type { Exchange } from '../pipeline/exchange.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { isSuccess, onResources, sent, set, thereupon } from './recipes.js';

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
