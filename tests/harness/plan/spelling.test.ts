/** Plain bodies spelled otherwise. */
import { describe, expect, test } from 'vitest';
import { payloadOf } from '../../../harness/plan/case.js';
import {
  notationCases,
  spelledCases,
  takesAccents,
  unknownFieldCases,
} from '../../../harness/plan/spelling.js';
import { operations, resourceOf } from '../by-hand.js';

describe.each(operations)('spellings of $id', (written) => {
  const played = (cases: ReturnType<typeof spelledCases>) =>
    cases.map((each) => {
      const { payload, sent } = payloadOf(each, resourceOf(written));
      const text = payload && 'raw' in payload ? String(payload.raw) : JSON.stringify(sent);
      return { kind: each.kind, text, sent, payload };
    });

  test('are other texts of the same meaning', () => {
    const spelled = played(spelledCases(written)).filter(({ kind }) => kind === 'spelling');
    expect(spelled.length).toBeGreaterThan(2);
    for (const { text, sent } of spelled) {
      expect(JSON.parse(text)).toEqual(sent);
      expect(text).not.toBe(JSON.stringify(sent));
    }
  });

  test('alternate, a plain one first: one that is disregarded would show', () => {
    const bodies = played(spelledCases(written)).map(({ sent }) => sent);
    if (!written.creates)
      for (const [index, body] of bodies.slice(1).entries()) expect(body).not.toEqual(bodies[index]);
    expect(spelledCases(written)[0]?.kind).toBe('control');
  });

  test('declared otherwise, the text is plain', () => {
    const declared = played(spelledCases(written)).filter(({ kind }) => kind === 'charset');
    for (const [index, { payload, sent }] of declared.entries()) {
      const contentType = `application/json; charset=${['utf-8', 'UTF-8'][index]}`;
      expect(payload).toEqual({ raw: JSON.stringify(sent), contentType });
    }
    expect(declared.map(({ sent }) => JSON.stringify(sent).includes('\u00e9'))).toEqual([true, false]);
  });

  test('text that is not ASCII is to be taken where it was taken already', () => {
    const name = written.creates ? 'svg' : 'name';
    const dutiesAfter = (...values: unknown[]) => {
      const isTaken = takesAccents(written, { edges: new Map([[name, values]]) });
      const accented = spelledCases(written, isTaken).filter(({ trials: [first] }) =>
        first?.class.startsWith('text with an accent'),
      );
      return new Set(accented.map(({ duty }) => duty));
    };
    expect(dutiesAfter('a', '\u0416')).toEqual(new Set(['accepted']));
    expect(dutiesAfter('a')).toEqual(new Set(['answered']));
  });

  test('members that the document does not name stand beside a plain body', () => {
    for (const { text, sent } of played(unknownFieldCases(written))) {
      const { length } = Object.keys(JSON.parse(text) as object);
      expect(length).toBe(Object.keys(sent ?? {}).length + 1);
      expect(JSON.parse(text)).toMatchObject(sent ?? {});
    }
  });

  test('whole numbers in other notations are those of all fields of the client, too large a one is that of one', () => {
    const fields = written.fields.filter(
      ({ name, schema }) => schema.type === 'integer' && !written.owned.has(name),
    );
    const texts = played(notationCases(written)).map(({ text }) => text);
    const isTooLarge = (text: string) => text.includes('1e400');
    const namesIn = (text: string) => Object.keys(JSON.parse(text) as object);
    const harmless = fields.filter(({ schema }) => !schema['x-hazard']).slice(0, 1);
    const open = written.fields.filter(({ name }) => name === 'ports_mapping');
    expect(texts.filter(isTooLarge).map(namesIn)).toEqual([...harmless, ...open].map(({ name }) => [name]));
    const others = texts.filter((text) => !isTooLarge(text));
    expect(others.length > 0).toBe(fields.length > 0);
    for (const text of others) expect(namesIn(text)).toEqual(fields.map(({ name }) => name));
    for (const text of texts) expect(text).not.toMatch(/: -?[1-9]\d*[,}]/);
  });
});
