import { describe, expect, test } from 'vitest';
import { json } from '../../../harness/http/exchange.js';
import { answerOf } from '../by-hand.js';

const read = (body: string | Buffer) => json(answerOf(200, body));

describe('a body as JSON', () => {
  test.each([
    ['{"a":NaN}', 'not valid JSON'],
    ['{"a":1} {"b":2}', 'not valid JSON'],
    ['', 'not valid JSON'],
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'not valid UTF-8'],
    ['['.repeat(200_000) + ']'.repeat(200_000), 'nested deeper than 150000 levels'],
    [`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, 'nested deeper than 150000 levels'],
    ['['.repeat(200_000), 'nested deeper than 150000 levels'],
    [`[${'{},'.repeat(300_000)}{}]`, 'more than 250000 values'],
    [`[${'1,'.repeat(300_000)}1]`, 'more than 250000 values'],
  ])('%.20s is told to be no body that can be judged', (body, error) => {
    expect(read(body)).toEqual({ ok: false, error });
  });

  test('brackets, braces and commas in text do not count', () => {
    const text = '[{,"\\'.repeat(100_000);
    expect(read(JSON.stringify({ text }))).toEqual({ ok: true, value: { text } });
  });

  test('lone surrogates and NUL are values', () => {
    expect(read('["\\ud800","\\u0000"]')).toEqual({ ok: true, value: ['\ud800', '\0'] });
  });

  test('what is nested deeper than anybody compares is left out, and the rest is read', () => {
    const deep = read(`{"name":"a","extra":${'['.repeat(2000)}${']'.repeat(2000)}}`);
    expect(deep).toMatchObject({ ok: true, value: { name: 'a' } });
    expect(JSON.stringify(deep).split('[').length).toBeLessThan(600);
  });

  test('a whole number too large to hold is a whole number', () => {
    const parsed = read(`{"x": 1e400, "y": [-1.5E+0400, 1${'0'.repeat(400)}], "text": "1e400", "z": 1e300}`);
    const most = Number.MAX_VALUE;
    expect(parsed).toEqual({ ok: true, value: { x: most, y: [-most, most], text: '1e400', z: 1e300 } });
  });

  test('-0 is 0, however it is written', () => {
    const parsed = read('{"x":-0,"y":[-0.0,-0e3],"z":-0.5}');
    expect(parsed).toStrictEqual({ ok: true, value: { x: 0, y: [0, 0], z: -0.5 } });
  });

  test('__proto__ is a key like any other', () => {
    const parsed = read('{"__proto__":{"admin":true}}');
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('the same answer gives the same value, long bodies too', () => {
    const long = answerOf(200, `"${'x'.repeat(100_000)}"`);
    expect(json(long)).toBe(json(long));
  });
});
