/** What the answer to one case shows: each rule kept, broken, or untelling. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../harness/http/exchange.js';
import type { Case } from '../../../harness/plan/case.js';
import { rawCase } from '../../../harness/plan/singles.js';
import { judgeAnswer } from '../../../harness/rules/answer.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { answered, answeredAsText, caseOf, dropped } from '../by-hand.js';

const iou = writeOperations['iou.update'];

/** The result of each rule, by its name and field. */
function results(each: Case, exchange: Exchange, before = {}) {
  const { trials, raw } = each;
  const body = raw
    ? {}
    : { body: Object.fromEntries(trials.map(({ field, value }) => [field, value as string])) };
  const found = judgeAnswer(iou, { case: each, exchange, ...body }, before);
  return Object.fromEntries(
    found.map(({ rule, field, result }) => [field ? `${rule} ${field}` : rule, result]),
  );
}

const plain = caseOf('plain', { name: 'R2' });
const invalid = caseOf('invalid', { name: 7 }, 'refused');
const needed = caseOf('combination', { name: 'R2' }, 'accepted');

describe('the code', () => {
  test.each([
    ['success for what may be taken', plain, 200, 'kept'],
    ['a refusal of what may be refused', plain, 400, 'kept'],
    ['another success', plain, 204, 'broken'],
    ['404 for what exists', plain, 404, 'broken'],
    ['a crash', plain, 500, 'broken'],
    ['a refusal of what is invalid', invalid, 400, 'kept'],
    ['success for what is invalid', invalid, 200, 'broken'],
    ['a conflict for what is invalid', invalid, 409, 'broken'],
    ['a refusal of what must be taken', needed, 400, 'broken'],
    ['a conflict for what must be taken', needed, 409, 'kept'],
  ] as const)('%s is %4$s', (_words, each, status, result) =>
    expect(results(each, answered(status, {})).code).toBe(result));

  test('a conflict may hide that the rest of a body is not JSON, and shows nothing', () => {
    const spoilt = rawCase('malformed otherwise', 'a word behind it', '{"console": 5000} x');
    const [found] = judgeAnswer(iou, { case: spoilt, exchange: answered(409, {}) }, {});
    expect(found).toMatchObject({ rule: 'code', result: 'kept', isTolerated: true });
    expect(results(spoilt, answered(200, {})).code).toBe('broken');
  });

  test('no answer breaks it, and says nothing else', () => {
    expect(results(plain, dropped)).toEqual({ code: 'broken' });
  });

  test('a refusal says nothing of what may have been carried out before, unless it is right in any case', () => {
    const again = (code: number) => ({ ...answered(code, {}), lostBefore: dropped });
    expect(results(needed, again(400))).toEqual({});
    expect(results(invalid, again(400)).code).toBe('kept');
    expect(results(invalid, again(409)).code).toBe('broken');
    expect(results(needed, again(500)).code).toBe('broken');
  });

  test('of a number that cannot be held, the answer counts too', () => {
    const notation = {
      ...rawCase('notation', 'a number written as 1e400', '{"ram": 1e400}'),
      duty: 'answered',
    } as const;
    expect(results(notation, answered(200, { ram: 16 })).code).toBe('kept');
    expect(results(notation, answered(200, { ram: null })).code).toBe('broken');
  });
});

describe('the form of an answer', () => {
  test.each([
    ['a documented body', answered(200, { name: 'R2', ram: 16 }), 'kept'],
    ['a field of the wrong type', answered(200, { ram: '16' }), 'broken'],
    ['no JSON', answeredAsText(200, 'R2', 'application/json'), 'broken'],
    ['JSON that is declared as text', answeredAsText(200, '{}', 'text/plain'), 'broken'],
  ])('of success: %s is %3$s', (_words, exchange, result) =>
    expect(results(plain, exchange)).toMatchObject({ answer: result }));

  test.each([
    ['an object', answered(400, { message: 'bad' }), 'kept'],
    ['any JSON', answered(400, 'bad'), 'kept'],
    ['nothing', answered(400), 'kept'],
    ['no JSON', answeredAsText(400, 'bad', 'application/json'), 'broken'],
    ['a page', answeredAsText(400, '<p>bad</p>', 'text/html'), 'broken'],
  ])('of a refusal: %s is %3$s', (_words, exchange, result) => {
    expect(results(invalid, exchange)).toMatchObject({ error: result });
    expect(results(invalid, exchange)).not.toHaveProperty('answer');
  });
});

describe('the echo of a value', () => {
  test.each([
    ['the value', { name: 'R2' }, 'kept'],
    ['the value that was there', { name: 'R1' }, 'broken'],
    ['nothing', {}, 'untelling'],
  ])('%s is %3$s', (_words, shown, result) =>
    expect(results(plain, answered(200, shown), { name: 'R1' })['echo name']).toBe(result));

  test('an empty text that was taken is not the one from before', () => {
    expect(results(caseOf('edge', { name: '' }), answered(200, { name: 'R1' }))['echo name']).toBe('broken');
  });

  test('a field of the server tells nothing', () => {
    const each = caseOf('plain', { status: 'started' });
    expect(results(each, answered(200, { status: 'stopped' }))['echo status']).toBe('untelling');
  });

  test('each field is told by itself', () => {
    const both = caseOf('combination', { name: 'R2', console: 2000 });
    expect(results(both, answered(200, { name: 'R2', console: 1 }))).toMatchObject({ 'echo name': 'kept' });
  });

  test('a refusal has none', () => {
    expect(results(plain, answered(400, { name: 'R1' }))).not.toHaveProperty('echo name');
  });
});
