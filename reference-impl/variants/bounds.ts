/** Values that are refused though their type is right: bounds are not shown (sections 2 and 8). */
import { instanceKinds } from '../../schemas/kinds.js';
import { contains, isSuccess } from '../faults/recipes.js';
import { type JsonRecord, kinds } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { refusing, updates, writings } from './refusing.js';
import { differing, type Variant } from './variant.js';

const refusingText = (is: (text: string) => boolean) =>
  refusing((input) => contains(input, (value) => typeof value === 'string' && is(value)));

const least: Readonly<Record<string, number>> = {
  ram: 1,
  nvram: 1,
  scene_height: 100,
  scene_width: 100,
  console: 1024,
};

/** Smallest and largest number of each field. */
type Range = Readonly<Record<string, readonly [least: number, most: number]>>;

const ranges: readonly (readonly [name: string, summary: string, range: Range])[] = [
  [
    'small-scenes',
    'A scene is at most 1000 wide and 800 high; what is larger is refused with 400.',
    { scene_width: [1, 1000], scene_height: [1, 800] },
  ],
  [
    'few-adapters',
    'An instance has at most eight adapters of a kind; more are refused with 400.',
    { adapters: [0, 8], ethernet_adapters: [0, 8], serial_adapters: [0, 8] },
  ],
  [
    'console-range',
    'Consoles have ports from 5000 to 5100; others are refused with 400.',
    { console: [5000, 5100] },
  ],
];

const isOutside = (range: Range) => (input: JsonRecord) =>
  Object.entries(range).some(([name, [low, high]]) => {
    const value = input[name];
    return typeof value === 'number' && (value < low || value > high);
  });

const creations = ['projects', 'compute.projects', 'nodes', ...instanceKinds].map((kind) => `${kind}.create`);

/** What is made without such a number gets one within the range. */
const madeWithin = (range: Range): Hooks => ({
  act(exchange, next) {
    const answer = next(exchange);
    const { route, collection } = exchange;
    if (!creations.includes(route.id) || !isSuccess(answer)) return answer;
    const made = Object.entries(answer.body as JsonRecord).map(([name, value]) => [
      name,
      range[name] && typeof value === 'number' ? Math.min(value, range[name][1]) : value,
    ]);
    const record: JsonRecord = Object.fromEntries(made);
    const entry = collection.get(String(record[kinds[collection.kind].id]));
    if (entry) entry.record = record;
    return { ...answer, body: record };
  },
});

export const bounds: readonly Variant[] = [
  differing(writings)(
    'bounded-numbers',
    'Numbers below a minimum or above 65535 are refused with 400.',
    refusing((input) =>
      Object.entries(input).some(
        ([name, value]) => typeof value === 'number' && (value < (least[name] ?? 0) || value > 65535),
      ),
    ),
  ),
  ...ranges.map(([name, summary, range]) =>
    differing([...updates, ...creations])(name, summary, {
      ...refusing(isOutside(range)),
      ...madeWithin(range),
    }),
  ),
  differing(writings)(
    'bounded-text',
    'Text that is empty or longer than 255 characters is refused with 400.',
    refusingText((text) => text === '' || text.length > 255),
  ),
  differing([...updates, ...creations])(
    'short-names',
    'A name of more than 64 characters is refused with 400.',
    refusing(({ name }) => typeof name === 'string' && name.length > 64),
  ),
  differing(writings)(
    'printable-text',
    'Text with control characters, or beyond the Basic Multilingual Plane, is refused with 400.',
    refusingText((text) => /[\p{C}\u{10000}-\u{10ffff}]/u.test(text)),
  ),
  differing(['iou.create'])(
    'documented-creations',
    'A creation with a field that the document does not have is refused with 400.',
    refusing((input) => Object.hasOwn(input, 'application_id')),
  ),
  differing(['drawings.create'])(
    'svg-only',
    'A drawing whose svg does not look like SVG is refused with 400.',
    refusing(({ svg }) => typeof svg === 'string' && !/^\s*<svg[\s>]/.test(svg)),
  ),
  ...(
    [
      ['twenty', 20],
      ['thousand', 1000],
    ] as const
  ).map(([name, most]) =>
    differing(['drawings.create'])(
      `${name}-drawings`,
      `A project has at most ${most} drawings; more are refused with 400.`,
      refusing((_, { collection }) => collection.size >= most, refuse(400, 'There are too many')),
    ),
  ),
];
