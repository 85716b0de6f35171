/** Values at the edge that are taken and become something else (design: state). */
import { typesOf } from '../../schemas/index.js';
import { breaking, type Families } from './fault.js';
import { clientFields, writings } from './shapes.js';
import { twisted } from './state.js';

/** What is no SVG may be shown as any drawing. */
const named = writings.filter(({ body }) => clientFields(body).some(({ name }) => name === 'name'));

type Loss = readonly [name: string, is: (text: string) => boolean, lost: boolean];

/** Text that is taken, by what becomes of it: the value from before, or one that nobody has sent. */
const losses: readonly Loss[] = [
  ['ignores-empty', (text) => text === '', true],
  ['ignores-blank', (text) => text !== '' && text.trim() === '', true],
  ['spoils-blank', (text) => text !== '' && text.trim() === '', false],
  ['spoils-control', (text) => text === '\u0001', false],
];

type Tidying = readonly [name: string, tidy: (text: string) => string];

/** Text that something on its way to the store reads in its own manner. */
const tidyings: readonly Tidying[] = [
  ['reads-plus-as-a-blank', (text) => text.replaceAll('+', ' ')],
  ['cuts-at-a-hash', (text) => text.replace(/#.*/, '')],
  ['drops-a-last-dot', (text) => text.replace(/\.$/, '')],
  ['takes-digits-for-a-number', (text) => text.replace(/^0+(?=\d+$)/, '')],
  ['writes-ss', (text) => text.replaceAll('\u00df', 'ss')],
];

const tidied = (field: string, tidy: (text: string) => string) =>
  twisted('stored and shown', ({ sent: { [field]: text } }) =>
    typeof text === 'string' && tidy(text) !== text ? { [field]: tidy(text) } : {},
  );

const ignoringNull = (name: string) =>
  twisted('stored and shown', ({ sent, before }) => (sent[name] === null ? { [name]: before[name] } : {}));

export const edgeText: Families = {
  'text at the edge becomes another': named.flatMap(({ id }) =>
    losses.map(([fault, is, isLost]) =>
      breaking(id, 'stores.name')(
        `${fault}-name`,
        twisted('stored and shown', ({ before, sent: { name } }) => {
          if (typeof name !== 'string' || !is(name)) return {};
          return { name: isLost ? before.name : 'untitled' };
        }),
      ),
    ),
  ),
  'signs in text': [
    ...named.flatMap(({ id }) =>
      tidyings.map(([fault, tidy]) => breaking(id, 'stores.name')(`${fault}-in-name`, tidied('name', tidy))),
    ),
    breaking('drawings.create', 'stores.svg')(
      'reads-plus-as-a-blank-in-svg',
      tidied('svg', (text) => text.replaceAll('+', ' ')),
    ),
  ],
  /** Null becomes a text, or a value that neither was there nor is what a new resource has. */
  'null becomes something else': writings.flatMap(({ id, body }) =>
    clientFields(body)
      .filter(({ schema }) => typesOf(schema).includes('null'))
      .map(({ name, schema }) =>
        breaking(id, `stores.${name}`)(
          `stores-something-for-null-${name}`,
          twisted('stored and shown', ({ sent }) => {
            if (sent[name] !== null) return {};
            return { [name]: typesOf(schema).includes('boolean') ? true : 'null' };
          }),
        ),
      ),
  ),
  /** What a server may decide itself, and stores of some values only. */
  'some values of a field stored': [
    ...(
      [
        ['projects.update', 'path'],
        ['vmware.update', 'node_directory'],
      ] as const
    ).map(([id, field]) =>
      breaking(id, `stores.${field}.each`)(
        `stores-none-for-null-${field}`,
        twisted('stored and shown', ({ sent }) => (sent[field] === null ? { [field]: 'None' } : {})),
      ),
    ),
    breaking('iou.update', 'stores.md5sum.each')('ignores-null-md5sum', ignoringNull('md5sum')),
    breaking('iou.update', 'stores.command_line.each')(
      'spoils-letters-of-command_line',
      twisted('stored and shown', ({ sent: { command_line: line } }) =>
        typeof line === 'string' ? { command_line: line.replace(/[^\0-\xff]/g, '?') } : {},
      ),
    ),
    breaking('vmware.update', 'stores.linked_clone.each')(
      'ignores-a-new-linked_clone',
      twisted('stored and shown', ({ sent }) => (sent.linked_clone === true ? { linked_clone: false } : {})),
    ),
  ],
  'null ignored': writings.flatMap(({ id, body }) =>
    clientFields(body)
      .filter(({ name, schema }) => name === 'name' && typesOf(schema).includes('null'))
      .map(({ name }) => breaking(id, `stores.${name}`)(`ignores-null-${name}`, ignoringNull(name))),
  ),
};
