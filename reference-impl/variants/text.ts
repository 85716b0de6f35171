/** Values that are kept or shown in another form with the same meaning (design: oracle). */
import { isRecord, onResources } from '../faults/recipes.js';
import type { Hooks } from '../pipeline/modification.js';
import { markup } from './markup.js';
import type { Variant } from './variant.js';

/** Changes what is written before it is stored. */
const storing = (change: (value: unknown) => unknown): Hooks => ({
  act(exchange, next) {
    exchange.input = change(exchange.input);
    return next(exchange);
  },
});

const onSvg = (change: (svg: string) => string) => (record: unknown) =>
  isRecord(record) && typeof record.svg === 'string' && /^<svg[ />]/.test(record.svg)
    ? { ...record, svg: change(record.svg) }
    : record;

function composed(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(composed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, composed(item)]));
}

const fullTurn = 360;
const turned = (angle: number) => ((angle % fullTurn) + fullTurn) % fullTurn;

const inAscii = (text: string) =>
  text.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);

export const text: readonly Variant[] = [
  {
    name: 'composed-text',
    summary: 'Text is stored in Unicode normal form C.',
    hooks: storing(composed),
  },
  {
    name: 'angles-within-a-turn',
    summary: 'The rotation of a drawing is stored modulo 360.',
    operations: ['drawings.create'],
    hooks: storing((input) =>
      isRecord(input) && typeof input.rotation === 'number'
        ? { ...input, rotation: turned(input.rotation) }
        : input,
    ),
  },
  {
    name: 'rewritten-markup',
    summary: 'The svg of a drawing is stored as another XML writer writes it.',
    operations: ['drawings.create'],
    hooks: storing(onSvg(markup)),
  },
  {
    name: 'character-references',
    summary: 'Drawings are answered with character references beyond ASCII, which is the same XML.',
    operations: ['drawings.create', 'drawings.list'],
    hooks: onResources(onSvg(inAscii)),
  },
];
