/** Words that are none of a field's, and are taken: those of other enums, and of later versions (section 2). */
import { fieldsOf, type JsonSchema, properties, resolve, shapes } from '../../schemas/index.js';
import { keeps, onItems, soundItem } from './checks.js';
import { breaking, type Families } from './fault.js';
import { isRecord } from './recipes.js';
import { writings } from './shapes.js';

const wordsOf = ({ enum: values = [] }: JsonSchema) =>
  values.filter((value) => typeof value === 'string').sort();

/** The enums of the document, each once whatever the order of its words. */
const enums = [
  ...new Set(
    Object.values(shapes).flatMap((shape) =>
      properties(shape).flatMap(({ schema }) => (schema.enum ? [wordsOf(schema).join(' ')] : [])),
    ),
  ),
].map((words) => words.split(' '));

/** Words that servers of this kind use elsewhere, or in versions that came later. */
const later: Readonly<Record<string, readonly string[]>> = {
  console_type: ['none', 'spice+agent', 'https'],
  status: ['running', 'paused', 'suspending'],
  type: ['bridge', 'udp', 'wifi'],
};

/** One word of each other enum, another one for each field, and the later words. */
function foreignWords(name: string, schema: JsonSchema, turn: number): readonly string[] {
  const own = wordsOf(schema);
  const others = enums
    .map((words) => words.filter((word) => !own.includes(word)))
    .flatMap((words, index) => words.slice((turn + index) % Math.max(words.length, 1)).slice(0, 1));
  return [...new Set([...others, ...(later[name] ?? [])])];
}

const named = (word: string) => word.replace('+', '-');

const inFields = writings.flatMap(({ id, body }, turn) =>
  fieldsOf(body)
    .filter(({ schema }) => schema.enum)
    .flatMap(({ name, schema }, index) =>
      foreignWords(name, schema, turn + index).map((word) =>
        breaking(id, `refuses.${name}`)(
          `takes-${named(word)}-for-${name}`,
          keeps(name, (value) => value === word),
        ),
      ),
    ),
);

const inItems = writings.flatMap(({ id, body }, turn) =>
  fieldsOf(body).flatMap(({ name: list, schema: { items } }) =>
    properties(resolve(items ?? {}))
      .filter(({ schema }) => schema.enum)
      .flatMap(({ name, schema }) =>
        foreignWords(name, schema, turn).map((word) =>
          breaking(id, `refuses.${list}.${name}`)(
            `takes-${named(word)}-for-${name}-in-${list}`,
            onItems(list, 0, Number.POSITIVE_INFINITY, (item) =>
              isRecord(item) && item[name] === word ? { ...item, [name]: soundItem.type } : item,
            ),
          ),
        ),
      ),
  ),
);

export const words: Families = {
  'values of other enums and versions accepted': [...inFields, ...inItems],
};
