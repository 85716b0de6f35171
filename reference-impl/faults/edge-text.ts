/** Values at the edge that are taken and become something else (design: state). */
import { typesOf } from '../../schemas/index.js';
import { breaking, type Families } from './fault.js';
import { clientFields, writings } from './shapes.js';
import { twisted } from './state.js';

/** What is no SVG may be shown as any drawing. */
const named = writings.filter(({ body }) => clientFields(body).some(({ name }) => name === 'name'));

type Loss = readonly [name: string, what: string, is: (text: string) => boolean, lost: boolean];

/** Text that is taken, by what becomes of it: the value from before, or one that nobody has sent. */
const losses: readonly Loss[] = [
  ['ignores-empty', 'ignores an empty', (text) => text === '', true],
  ['ignores-blank', 'ignores a blank', (text) => text !== '' && text.trim() === '', true],
  ['spoils-blank', 'stores "untitled" for a blank', (text) => text !== '' && text.trim() === '', false],
  ['spoils-control', 'stores "untitled" for a control character in the', (text) => text === '\u0001', false],
];

type Tidying = readonly [name: string, what: string, tidy: (text: string) => string];

/** Text that something on its way to the store reads in its own manner. */
const tidyings: readonly Tidying[] = [
  ['reads-plus-as-a-blank', 'stores a blank for each + in', (text) => text.replaceAll('+', ' ')],
  ['cuts-at-a-hash', 'cuts at its first #', (text) => text.replace(/#.*/, '')],
  ['drops-a-last-dot', 'stores without a dot at its end', (text) => text.replace(/\.$/, '')],
  ['takes-digits-for-a-number', 'takes for a number', (text) => text.replace(/^0+(?=\d+$)/, '')],
  ['writes-ss', 'stores ss for each \u00df in', (text) => text.replaceAll('\u00df', 'ss')],
];

const tidied = (field: string, tidy: (text: string) => string) =>
  twisted('stored and shown', ({ sent: { [field]: text } }) =>
    typeof text === 'string' && tidy(text) !== text ? { [field]: tidy(text) } : {},
  );

const ignoringNull = (name: string) =>
  twisted('stored and shown', ({ sent, before }) => (sent[name] === null ? { [name]: before[name] } : {}));

export const edgeText: Families = {
  'text at the edge becomes another': named.flatMap(({ id }) =>
    losses.map(([fault, what, is, isLost]) =>
      breaking(id, 'stores.name')(
        `${fault}-name`,
        `takes and ${what} name.`,
        twisted('stored and shown', ({ before, sent: { name } }) => {
          if (typeof name !== 'string' || !is(name)) return {};
          return { name: isLost ? before.name : 'untitled' };
        }),
      ),
    ),
  ),
  'signs in text': [
    ...named.flatMap(({ id }) =>
      tidyings.map(([fault, what, tidy]) =>
        breaking(id, 'stores.name')(`${fault}-in-name`, `${what} a name.`, tidied('name', tidy)),
      ),
    ),
    breaking('drawings.create', 'stores.svg')(
      'reads-plus-as-a-blank-in-svg',
      'stores a blank for each + in a drawing.',
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
          `takes null for ${name} and stores something else.`,
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
        `stores "None" for a ${field} that is null.`,
        twisted('stored and shown', ({ sent }) => (sent[field] === null ? { [field]: 'None' } : {})),
      ),
    ),
    breaking('iou.update', 'stores.md5sum.each')(
      'ignores-null-md5sum',
      'leaves md5sum as it was where it is null.',
      ignoringNull('md5sum'),
    ),
    breaking('iou.update', 'stores.command_line.each')(
      'spoils-letters-of-command_line',
      'stores a question mark for each letter of command_line that is not in Latin-1.',
      twisted('stored and shown', ({ sent: { command_line: line } }) =>
        typeof line === 'string' ? { command_line: line.replace(/[^\0-\xff]/g, '?') } : {},
      ),
    ),
    breaking('vmware.update', 'stores.linked_clone.each')(
      'ignores-a-new-linked_clone',
      'takes false for linked_clone, and true no more.',
      twisted('stored and shown', ({ sent }) => (sent.linked_clone === true ? { linked_clone: false } : {})),
    ),
  ],
  'null ignored': writings.flatMap(({ id, body }) =>
    clientFields(body)
      .filter(({ name, schema }) => name === 'name' && typesOf(schema).includes('null'))
      .map(({ name }) =>
        breaking(id, `stores.${name}`)(
          `ignores-null-${name}`,
          `leaves ${name} as it was where it is null.`,
          ignoringNull(name),
        ),
      ),
  ),
};
