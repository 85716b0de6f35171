/** Values that are kept or shown in another form with the same meaning (design: oracle). */
import { beforehand, isRecord, onResources } from '../faults/recipes.js';
import { markup } from './markup.js';
import { differing, everywhere, type Variant } from './variant.js';

/** Changes what is written before it is stored. */
const storing = (change: (value: unknown) => unknown) =>
  beforehand((exchange) => {
    exchange.input = change(exchange.input);
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
  everywhere('composed-text', 'Text is stored in Unicode normal form C.', storing(composed)),
  differing(['drawings.create'])(
    'angles-within-a-turn',
    'The rotation of a drawing is stored modulo 360.',
    storing((input) =>
      isRecord(input) && typeof input.rotation === 'number'
        ? { ...input, rotation: turned(input.rotation) }
        : input,
    ),
  ),
  differing(['drawings.create'])(
    'rewritten-markup',
    'The svg of a drawing is stored as another XML writer writes it.',
    storing(onSvg(markup)),
  ),
  differing(['drawings.create'])(
    'drawings-without-scripts',
    'Scripts are taken out of drawings before they are stored.',
    storing(onSvg((svg) => svg.replace(/<script>.*?<\/script>/gs, ''))),
  ),
  differing(['drawings.create', 'drawings.list'])(
    'character-references',
    'Drawings are answered with character references beyond ASCII, which is the same XML.',
    onResources(onSvg(inAscii)),
  ),
];
