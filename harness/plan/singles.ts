/** The cases of one field or one place each: plain values, null, edges, and what breaks a rule. */
import { freeing } from '../model/model.js';
import { edgeValues, type Field, mainType, plainValues, soundInterface } from '../values/fields.js';
import { type InputLocation, invalidAt } from '../values/invalid.js';
import { malformed, type Names, nonObjects } from '../values/malformed.js';
import { resolvePlaceholders, type Surroundings, thirdUniqueName } from '../values/placeholders.js';
import { fits, isNullable } from '../values/shapes.js';
import { sampleDrawing, type WriteOperation } from '../values/write-operations.js';
import type { Case, Trial } from './case.js';

export const isRich = ({ schema }: Field) =>
  !schema.enum && schema.format !== 'uuid' && mainType(schema) !== 'boolean';

export const emptyObject: Case = { kind: 'empty object', duty: 'answered', trials: [] };
export const sampleBody: Case = { kind: 'sample', duty: 'answered', trials: [], base: sampleDrawing };

/** Plain values of one field, each alone. Values that this target does not show are left out. */
export function plainCases(written: WriteOperation, field: Field, surroundings: Surroundings): Case[] {
  const { name } = field;
  const known = plainValues(field).filter((value) => {
    const real = resolvePlaceholders(value, surroundings);
    // Of what is the server's own, null may be the one value that it takes.
    const isTold = real !== null || written.owned.has(name);
    return real !== undefined && isTold && fits(written.shape, { [name]: real });
  });
  // Where the target shows no value, null is the one that it is known to have to take.
  const values = known.length === 0 && isNullable(field.schema) ? [null] : known;
  const base = freeing(name);
  // A file that the target does not have is refused: what stands before it is not to be stored then.
  const isInvented = (value: unknown) => field.schema['x-hazard'] === 'file' && typeof value === 'string';
  return values.map((value, turn) => ({
    ...single('plain', { field: name, class: JSON.stringify(value), value }),
    ...(turn % 2 === 1 && { base }),
    ...(isInvented(value) && { base: { name: thirdUniqueName, ...base } }),
  }));
}

/** Null alone, for a field that the document lets be null. */
export function nullCases({ name, schema }: Field): Case[] {
  return isNullable(schema) ? [single('null', { field: name, class: 'null', value: null })] : [];
}

/** Values at the edges of one field. Those that are plain as well are sent as such, and null on its own. */
export function edgeTrials(field: Field, hazards: boolean): Trial[] {
  if (!isRich(field)) return [];
  return edgeValues(field, hazards)
    .filter(({ value }) => value !== null)
    .map((each) => ({ field: field.name, ...each }));
}

export const single = (kind: Case['kind'], trial: Trial): Case => ({
  kind,
  duty: 'answered',
  trials: [trial],
});

/** What breaks the rule of a place; where that is in each item of an array, in one of them. */
export const invalidTrial = (
  { field, name, repeats }: InputLocation,
  words: string,
  value: unknown,
  index: number,
): Trial => ({ field, location: name, ...(repeats && { index }), class: words, value });

/** Each kind of invalid value at one place, in a body that is right elsewhere. */
export function invalidCases(written: WriteOperation, location: InputLocation): Case[] {
  return invalidAt(written, location).map(({ class: words, index, built }) => ({
    kind: 'invalid',
    duty: 'refused',
    trials: [invalidTrial(location, words, built, index)],
    ...(written.creates && { base: sampleDrawing }),
  }));
}

/** Bytes that stand for no JSON object, in one form each. */
export function malformedCases(written: WriteOperation): Case[] {
  const names = namesIn(written);
  const text = JSON.stringify(written.creates ? sampleDrawing : { [names.text]: 'conformance' });
  const arrays = written.fields.filter(({ schema }) => mainType(schema) === 'array');
  return [
    ...Object.entries(malformed).map(([words, spoil]) => rawCase('malformed', words, spoil(text, 9, names))),
    ...arrays.map(({ name: field }) => {
      const text = `{"${field}": [${JSON.stringify(soundInterface)}, NaN]}`;
      return rawCase('malformed', `NaN in ${field}`, text, { field, index: 1 });
    }),
  ];
}

/** Documented fields that a client decides, by their types. */
export function namesIn({ fields, owned }: WriteOperation): Names {
  const names = (wanted: string) =>
    fields
      .filter(
        ({ name, schema }) =>
          !owned.has(name) && !schema.enum && schema.format !== 'uuid' && mainType(schema) === wanted,
      )
      .map(({ name }) => name);
  const [text = 'name'] = names('string').filter((name) => name === 'name' || name === 'svg');
  const [number = 'conformance'] = names('integer');
  const [boolean = 'conformance'] = names('boolean');
  return { text, number, boolean };
}

export const nonObjectCases = (): Case[] =>
  nonObjects.map(([words, text]) => rawCase('non-object', words, text));

/**
 * Bytes that are to be refused.
 * @param place What is wrong with them, where that is an item of an array.
 */
export const rawCase = (
  kind: Case['kind'],
  words: string,
  text: string | Buffer,
  place: Pick<Trial, 'field' | 'index'> = { field: '' },
): Case => ({
  kind,
  duty: 'refused',
  trials: [{ ...place, class: words, value: undefined }],
  raw: { text },
});
