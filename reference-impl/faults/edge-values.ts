/** Defects that only a few values or one moment show: what a single sample of a kind would miss. */
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { empty } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import { keeps, onItems, soundItem } from './checks.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { oneAtATime, takingTime } from './meanwhile.js';
import {
  beforehand,
  contains,
  counter,
  isRecord,
  onResources,
  onSuccess,
  refusing,
  rereading,
  sent,
  set,
  thereupon,
  without,
} from './recipes.js';

const isFraction = (value: unknown): value is number => typeof value === 'number' && !Number.isInteger(value);

const holdsInfinity = ({ input }: Exchange) => contains(input, (value) => value === Number.POSITIVE_INFINITY);

type Values = readonly [name: string, is: (value: unknown) => boolean];

const fractions: readonly Values[] = [
  ['takes-small-fractions', (v) => isFraction(v) && Math.abs(v) < 1],
  ['takes-negative-fractions', (v) => isFraction(v) && v < 0],
  ['takes-large-fractions', (v) => isFraction(v) && v > 100_000],
  ['takes-nearly-whole-numbers', (v) => isFraction(v) && Math.abs(v - Math.round(v)) < 0.001],
];

const enums: readonly Values[] = [
  ['takes-a-list-of-one', (v) => Array.isArray(v) && v[0] === 'started'],
  ['takes-inherited-names', (v) => typeof v === 'string' && v in {}],
  ['takes-longer-words', (v) => /^started./.test(String(v))],
];

const rows = (id: OperationId, field: string, kinds: readonly Values[]) =>
  kinds.map(([name, is]) => breaking(id, `refuses.${field}`)(`${name}-for-${field}`, keeps(field, is)));

const pieceLength = 1 << 16;

/** Long enough for requests that were sent together to meet. */
const workMs = 15;
/** Requests that are being worked on, by project. */
const count = counter(({ projectId }) => projectId);

export const edgeValues: Families = {
  'only some valid values accepted': [
    ...rows('drawings.create', 'rotation', fractions),
    ...rows('projects.update', 'scene_width', fractions),
    ...instanceKinds.flatMap((kind) => rows(`${kind}.update`, 'status', enums)),
  ],
  /** As `a || b` does in some languages. */
  'nought replaced by another field': (
    [
      ['iou.update', 'ethernet_adapters', 'serial_adapters'],
      ['projects.update', 'scene_width', 'scene_height'],
    ] as const
  ).map(([id, field, other]) =>
    breaking(id, 'generated.read-back')(
      `takes-${other}-for-no-${field}`,
      beforehand((exchange) => {
        const input = sent(exchange);
        if (input[field] === 0 && Object.hasOwn(input, other))
          exchange.input = { ...input, [field]: input[other] };
      }),
    ),
  ),
  /** Items beyond the tenth, and items of one type, go unchecked. */
  'some items not checked': [
    breaking(
      'cloud.update',
      'refuses.interfaces.item',
      'refuses.interfaces.name',
      'refuses.interfaces.type.missing',
    )(
      'checks-ten-interfaces',
      onItems('interfaces', 10, Number.POSITIVE_INFINITY, () => soundItem),
    ),
    breaking(
      'cloud.update',
      'refuses.interfaces.special',
      'refuses.interfaces.name',
    )(
      'leaves-taps-unchecked',
      onItems('interfaces', 0, Number.POSITIVE_INFINITY, (item) =>
        isRecord(item) && item.type === 'tap' ? soundItem : item,
      ),
    ),
  ],
  'numbers that overflow': [
    /** JSON.stringify shows what is infinite as null. */
    ...(
      [
        ['drawings.create', 'rotation'],
        ['projects.update', 'scene_height'],
      ] as const
    ).map(([id, field]) =>
      breaking(id, 'answers-notations')(
        'takes-infinity',
        keeps(field, (value) => value === Number.POSITIVE_INFINITY),
      ),
    ),
    ...breakingEach(
      ['cloud.update'],
      'answers-notations',
      [
        'shows-nothing-for-infinity',
        onSuccess((answer, exchange) => (holdsInfinity(exchange) ? empty(answer.status) : answer)),
      ],
      ['crashes-on-infinity', refusing(500, holdsInfinity, 'validate')],
    ),
  ],
  'sizes of memory': (['ram', 'nvram'] as const).map((field) =>
    breaking('iou.update', `stores.${field}`)(
      `halves-large-${field}`,
      thereupon((exchange) => {
        const { [field]: value } = sent(exchange);
        if (typeof value === 'number' && value >= 2048) set(exchange.entry, { [field]: value / 2 });
      }),
    ),
  ),
  'drawing text changed or refused': [
    breaking(
      'drawings.create',
      'echoes.svg',
      'stores.svg',
    )(
      'decodes-pieces',
      rereading(({ bytes }) => {
        if (!bytes || bytes.length <= pieceLength) return bytes;
        return Buffer.from(bytes.toString('utf8', 0, pieceLength) + bytes.toString('utf8', pieceLength));
      }),
    ),
    breaking(
      'drawings.create',
      'echoes.svg',
      'stores.svg',
    )(
      'makes-one-of-two-backslashes',
      rereading(({ bytes }) =>
        Buffer.from((bytes?.toString('latin1') ?? '').replaceAll('\\\\\\\\', '\\\\'), 'latin1'),
      ),
    ),
    breaking('drawings.create', 'answers-edges.svg')(
      'crashes-on-bad-xml',
      refusing(500, (exchange) => / & /.test(String(sent(exchange).svg))),
    ),
  ],
  'existing ids': ([409, 500] as const).map((code) =>
    breaking('drawings.create', 'answers-same-id')(
      `answers-${code}-to-a-known-id`,
      refusing(code, (exchange) => exchange.collection.has(String(sent(exchange).drawing_id))),
    ),
  ),
  'failures at certain moments': [
    breaking('nodes.start', 'at-once')(
      'conflicts-while-starting',
      oneAtATime(409, 'nodes.start', workMs, count),
    ),
    breaking(['drawings.list', 'drawings.create'], 'while-creating')('shows-half-a-drawing', {
      ...beforehand((exchange) => {
        if (exchange.route.id === 'drawings.create') count(exchange, 1);
      }),
      ...takingTime('drawings.create', workMs, count),
      ...onResources((record, exchange) => {
        const isListed = exchange.route.id === 'drawings.list';
        return isListed && count(exchange, 0) > 0 ? without(record, 'svg') : record;
      }),
    }),
  ],
};
