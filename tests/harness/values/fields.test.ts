import { describe, expect, test } from 'vitest';
import { edgeValues, type Field, isHarmlessName, plainValues } from '../../../harness/values/fields.js';
import { resolvePlaceholders } from '../../../harness/values/placeholders.js';
import { isNullable } from '../../../harness/values/shapes.js';
import { brokenFields } from '../../schemas/validators.js';
import { operations, resourceOf } from '../by-hand.js';

describe.each(operations)('values for $id', (written) => {
  const { shape, fields } = written;
  const breaks = (name: string, value: unknown) =>
    brokenFields(shape, { [name]: resolvePlaceholders(value, resourceOf(written)) });

  test.each(
    fields,
  )('plain values of $name fit the schema, and are two at least where it matters', (field) => {
    const values = plainValues(field);
    expect(values.length).toBeGreaterThan(0);
    expect(values.flatMap((value) => breaks(field.name, value))).toEqual([]);
    expect(values).not.toContain(null);
    // A write of what is there already shows nothing.
    const isFree = !written.owned.has(field.name) && !field.schema['x-hazard'] && !/_id$/.test(field.name);
    if (isFree && field.schema.enum?.length !== 1) expect(values.length).toBeGreaterThan(1);
  });

  test.each(fields)('edge values of $name fit the schema, hazardous or not', (field) => {
    for (const hazards of [false, true]) {
      const edges = edgeValues(field, hazards);
      expect(edges.flatMap(({ value }) => breaks(field.name, value))).toEqual([]);
      expect(edges.some(({ value }) => value === null)).toBe(isNullable(field.schema));
      expect(edges.filter(({ class: words }) => words === '')).toEqual([]);
    }
  });

  test('what could harm a server is sent only where hazards are allowed', () => {
    const hazardous = fields.filter(({ schema }) => schema['x-hazard']);
    const isTame = ({ name, schema: { 'x-hazard': hazard } }: Field, value: unknown) => {
      // Amounts of memory may be those of ordinary machines.
      const most = ['ram', 'nvram'].includes(name) ? 2048 : 16;
      if (hazard === 'allocates') return value === null || Math.abs(Number(value)) <= most;
      if (typeof value !== 'string') return true;
      return hazard === 'folder' ? value === '' : isHarmlessName(value);
    };
    const wild = (hazards: boolean) =>
      hazardous.filter((field) => edgeValues(field, hazards).some(({ value }) => !isTame(field, value)));
    expect(wild(false)).toEqual([]);
    expect(wild(true)).toEqual(hazardous);
  });
});

describe('text that cannot leave a folder', () => {
  test.each(['', 'lab', 'a.b', '.hidden', 'Ωмир', '%2e%2e', 'ab:c'])('%j can be sent', (text) =>
    expect(isHarmlessName(text)).toBe(true));

  test.each(['/', 'a/b', '..', '../a', 'a\\b', 'C:', 'c:file', '~', '~root', 'a/../b'])('%j cannot', (text) =>
    expect(isHarmlessName(text)).toBe(false));
});

test('ids of drawings are of version 4 and of version 1, whatever is drawn', () => {
  const written = operations.find(({ id }) => id === 'drawings.create');
  const field = written?.fields.find(({ name }) => name === 'drawing_id');
  if (!written || !field) throw new Error('there is no drawing_id');
  const versions = Array.from({ length: 200 }, () =>
    plainValues(field)
      .map((value) => String(resolvePlaceholders(value, resourceOf(written)))[14])
      .join(' '),
  );
  expect(new Set(versions)).toEqual(new Set(['4 1']));
});
