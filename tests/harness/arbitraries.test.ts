import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { broken, malformedBodies, odd, plain, wide } from '../../harness/arbitraries.js';
import { fits, typesOf } from '../../harness/shapes.js';
import { type Subject, subjects } from '../../harness/subjects.js';
import { boundaryValues, isHarmlessName, plainValues, wrongValues } from '../../harness/values/fields.js';
import { materialise } from '../../harness/values/from-fixture.js';
import { isBroken, places } from '../../harness/values/wrong.js';

const fixture = {
  kind: 'project',
  project_id: '7d9a6f7e-4c0c-4b5a-9a57-3f6f2f0b8e11',
  node_id: '7d9a6f7e-4c0c-4b5a-9a57-3f6f2f0b8e12',
  resource: {},
  made: [],
} as const;

const poolOf = (subject: Subject) => new Map(subject.fields.map((field) => [field.name, plainValues(field)]));
const bodyOf = (payload: object) => ('json' in payload ? materialise(payload.json, fixture) : undefined);

describe.each(Object.values(subjects))('input of $id', (subject) => {
  const pool = poolOf(subject);

  test('plain and wide bodies fit the schema', () => {
    for (const arbitrary of [plain(pool), wide(subject.fields, new Map(), false)])
      fc.assert(
        fc.property(arbitrary, ({ payload }) => fits(subject.shape, bodyOf(payload))),
        { numRuns: 300 },
      );
  });

  test('broken bodies break the schema, and still do when they are shrunk', () => {
    const arbitrary = broken(subject, pool, places(subject));
    const shrinksOf = (seed: number) => {
      let tried = 0;
      const property = fc.property(arbitrary, ({ payload }) => {
        tried++;
        expect(isBroken(subject, 'json' in payload ? payload.json : undefined)).toBe(true);
        return tried < 50;
      });
      const details = fc.check(property, { numRuns: 300, seed });
      expect(details.failed).toBe(true);
      return details.numShrinks;
    };
    // A case may be as small as it gets when it is drawn; not all of them are.
    expect(Math.max(...[1, 2, 3, 4, 5].map(shrinksOf))).toBeGreaterThan(0);
  });

  test('every documented field is broken at every kind of wrong value', () => {
    for (const field of subject.fields) {
      const labels = new Set(wrongValues(field).map(({ label }) => label));
      const nullable = typesOf(field.schema).includes('null');
      expect(labels.has('null')).toBe(!nullable);
      expect(labels.has('an object')).toBe(true);
      for (const { value } of wrongValues(field))
        expect(fits(subject.shape, { [field.name]: value })).toBe(false);
    }
  });

  test('malformed bodies are no JSON objects', () => {
    fc.assert(
      fc.property(malformedBodies(pool), ({ payload, label }) => {
        if (!('raw' in payload)) return false;
        const text = new TextDecoder('utf-8', { fatal: label !== 'bytes that are not UTF-8' }).decode(
          Buffer.from(payload.raw),
        );
        try {
          JSON.parse(text);
          return label === 'bytes that are not UTF-8';
        } catch {
          return true;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('hazardous fields stay harmless unless hazards are allowed', () => {
    for (const hazards of [false, true]) {
      let lifted = false;
      for (const field of subject.fields)
        for (const value of boundaryValues(field, hazards)) {
          const tame =
            field.schema['x-hazard'] === 'folder'
              ? typeof value !== 'string' || value === ''
              : field.schema['x-hazard'] === 'file'
                ? typeof value !== 'string' || isHarmlessName(value)
                : field.schema['x-hazard'] !== 'allocates' || Math.abs(value as number) <= 16;
          if (!hazards) expect(tame).toBe(true);
          lifted ||= !tame;
        }
      if (hazards && subject.fields.some(({ schema }) => schema['x-hazard'])) expect(lifted).toBe(true);
    }
  });
});

test('odd text is legal JSON and carries a NUL, a lone surrogate or a noncharacter', () => {
  const subject = subjects['drawings.create'];
  const arbitrary = odd(subject.fields, poolOf(subject));
  expect(arbitrary).toBeDefined();
  if (arbitrary)
    fc.assert(
      fc.property(arbitrary, ({ payload }) =>
        /\\u0000|\\ud800|\\udc00|[\ufffe\uffff]/.test(JSON.stringify('json' in payload ? payload.json : '')),
      ),
    );
});

test('drawing a batch and checking one of its paths give the same value', async () => {
  const subject = subjects['iou.update'];
  const arbitrary = wide(subject.fields, new Map(), false);
  const drawn = fc.sample(arbitrary, { seed: 42, numRuns: 30 });
  for (const index of [0, 7, 29]) {
    const seen: unknown[] = [];
    await fc.check(
      fc.asyncProperty(arbitrary, async (value) => {
        seen.push(value);
      }),
      { seed: 42, path: String(index), numRuns: 1 },
    );
    expect(JSON.stringify(seen)).toBe(JSON.stringify([drawn[index]]));
  }
});
