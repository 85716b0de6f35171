/** Right and wrong values of every field, as the tables of the document have it and not the schemas. */
import type { ShapeName } from '../../schemas/index.js';
import { fieldTables } from './document.js';

interface Values {
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

/** A row of a table. */
interface Field extends Values {
  readonly name: string;
  readonly isMandatory: boolean;
}

export interface Examples {
  readonly fields: readonly Field[];
  /** Every field with its first right value. */
  readonly complete: Readonly<Record<string, unknown>>;
}

const uuid = '5b2f7a8e-0c41-4d62-8f0e-2a9d3c4b5e6f';

const simple: Readonly<Record<string, Values>> = {
  uuid: {
    right: [uuid, uuid.toUpperCase()],
    wrong: ['', 'no-uuid', uuid.slice(1), uuid.replaceAll('-', ''), `urn:uuid:${uuid}`, 7],
  },
  string: { right: ['a text', '', 'ü 🦊 "\\ \u0000'], wrong: [7, true, {}, ['a text']] },
  integer: { right: [10, 0, -1, 2 ** 31, 2 ** 53 - 1], wrong: ['10', 1.5, true, {}, []] },
  boolean: { right: [true, false], wrong: ['true', 0, 1, {}, []] },
  array: { right: [[1, 'a', null, { deep: [{}] }], []], wrong: [{}, 'a', 0] },
  object: { right: [{ a: 1, b: null }, {}], wrong: [[], 'a', 0] },
};

/** @param type As the tables write it: `string|null`, `a,b,null`, `[port]`, `{string}`, `label`. */
function valuesOf(type: string): Values {
  const one = type.replace(/[|,]null$/, '');
  const { right, wrong } = simple[one] ?? composed(one);
  return type === one ? { right, wrong: [...wrong, null] } : { right: [...right, null], wrong };
}

function composed(type: string): Values {
  const [, opening, inner = ''] = /^([[{])(.+)[\]}]$/.exec(type) ?? [];
  if (!opening) return isShape(type) ? ofShape(type) : ofChoice(type.split(','));
  const { right, wrong } = valuesOf(inner);
  const of = (...items: unknown[]) => (opening === '[' ? items : Object.fromEntries(Object.entries(items)));
  const [first] = right;
  return {
    right: [of(first), of(), of(...right, first)],
    wrong: [opening === '[' ? {} : [], 'a', 0, ...wrong.flatMap((each) => [of(each), of(first, each)])],
  };
}

const ofChoice = (choices: readonly string[]): Values => ({
  right: choices,
  wrong: ['', 'no-such-value', 'null', ...choices.map((each) => each.toUpperCase()), 7, {}, choices],
});

function ofShape(name: ShapeName): Values {
  const { fields, complete } = examplesOf(name);
  const spoilt = fields.flatMap((field) => [
    ...field.wrong.map((value) => ({ ...complete, [field.name]: value })),
    ...(field.isMandatory ? [without(complete, field.name)] : []),
  ]);
  return { right: [complete], wrong: [[], 'a', 0, ...spoilt] };
}

const isShape = (type: string): type is ShapeName => Object.hasOwn(fieldTables, type);

export function without(resource: Examples['complete'], field: string): Examples['complete'] {
  const { [field]: _, ...rest } = resource;
  return rest;
}

export function examplesOf(shape: ShapeName): Examples {
  const rows = fieldTables[shape].trim().split('\n');
  const fields = rows.map((row): Field => {
    const [name = '', type = ''] = row.trim().split(' ');
    return { name: name.replace('!', ''), isMandatory: name.endsWith('!'), ...valuesOf(type) };
  });
  return { fields, complete: Object.fromEntries(fields.map(({ name, right }) => [name, right[0]])) };
}
