/** Port mappings of clouds, written otherwise than they are sent. */
import type { JsonRecord } from '../kinds.js';
import type { Exchange } from '../pipeline/exchange.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { isRecord, isSuccess, thereupon } from './recipes.js';

/** Does more after a mapping was taken. */
const mapping = (
  name: string,
  summary: string,
  breaks: string,
  change: (sent: readonly unknown[], before: JsonRecord, exchange: Exchange) => void,
): Seeded =>
  breaking('cloud.update', breaks)(name, summary, (exchange, next) => {
    const { input, entry } = exchange;
    const before = entry.record;
    const answer = next(exchange);
    const sent = isRecord(input) ? input.ports_mapping : undefined;
    if (isSuccess(answer) && Array.isArray(sent)) change(sent, before, exchange);
    return answer;
  });

export const ports: Families = {
  'port mappings': [
    mapping(
      'adds-to-its-ports',
      'adds a port mapping to the one there is.',
      'stores.ports_mapping',
      (sent, before, { entry }) => {
        entry.record = { ...entry.record, ports_mapping: [...(before.ports_mapping as unknown[]), ...sent] };
      },
    ),
    mapping(
      'keeps-ports-that-are-taken-away',
      'disregards an empty port mapping.',
      'stores.ports_mapping',
      (sent, before, { entry }) => {
        if (sent.length === 0) entry.record = { ...entry.record, ports_mapping: before.ports_mapping };
      },
    ),
    breaking('cloud.update', 'stores.ports_mapping')(
      'unmaps-its-ports',
      'takes the port mapping away with an update that has none.',
      thereupon(({ input, entry }) => {
        if (isRecord(input) && !Object.hasOwn(input, 'ports_mapping'))
          entry.record = { ...entry.record, ports_mapping: [] };
      }),
    ),
    mapping(
      'maps-the-ports-of-all',
      'gives a port mapping to every cloud of the project.',
      'spares-siblings.ports_mapping',
      (sent, _, { collection }) => {
        for (const other of collection.values()) other.record = { ...other.record, ports_mapping: sent };
      },
    ),
  ],
};
