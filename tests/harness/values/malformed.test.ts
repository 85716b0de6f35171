import { describe, expect, test } from 'vitest';
import { adding, malformed, nonObjects } from '../../../harness/values/malformed.js';

const isJson = (bytes: string | Buffer) => {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes)));
    return true;
  } catch {
    return false;
  }
};

describe.each(Object.entries(malformed))('%s', (_words, spoil) => {
  test.each(['{}', '{"name":"a"}', '{"name":"a, {b}","x":[1,{"y":null}]}'])('makes %s no JSON', (text) => {
    for (let cut = 0; cut < 2 * text.length; cut++) expect(isJson(spoil(text, cut))).toBe(false);
  });
});

test.each(nonObjects)('%s is JSON, and no object', (_words, text) => {
  const value: unknown = JSON.parse(text);
  expect(typeof value !== 'object' || value === null || Array.isArray(value)).toBe(true);
});

test.each(['{}', '{"a":1}'])('a member is added to %s', (text) => {
  expect(JSON.parse(adding('"b": 2')(text))).toEqual({ ...JSON.parse(text), b: 2 });
});
