/** What the reading and the plain write behind a unit show. */
import { describe, expect, test } from 'vitest';
import type { Exchange, JsonObject } from '../../../harness/http/exchange.js';
import { rawCase } from '../../../harness/plan/singles.js';
import { changesNothing, type Sent } from '../../../harness/rules/observation.js';
import { judgeUnit, judgeWritable } from '../../../harness/rules/unit.js';
import { answered, answeredAsText, dropped } from '../by-hand.js';
import { before, judged, of, plainly, refused, result, sent, shown, written } from './units.js';

const rename = sent({ name: 'R2' }, answered(200, { name: 'R2' }));
const unchanged = answered(200, before);
const renamed = answered(200, { ...before, name: 'R2' });

test('each observation of an update, also of the reading after it, says which fields had their values before', () => {
  const same = sent({ name: 'R2', ram: 16 }, answered(200, {}));
  const news = (each: Sent, ...others: Sent[]) => [
    ...new Set(judged([...others, each], renamed).map((one) => JSON.stringify(one.news))),
  ];
  expect(news(same)).toEqual([JSON.stringify({ there: ['ram'], others: ['name'] })]);
  expect(news(same, rename)).toContain(JSON.stringify({ there: ['name', 'ram'], others: [] }));
  expect(changesNothing({})).toBe(false);
  expect(changesNothing({ news: { there: [], others: [] } })).toBe(false);
  expect(changesNothing({ news: { there: ['ram'], others: [] } })).toBe(true);
});

test('it is known which fields went back to what they showed at first, or could have', () => {
  const there = { name: 'R1', ram: 16, nvram: 128 };
  const back = (read: JsonObject, defaults: JsonObject = { ram: 256, nvram: 128 }) =>
    of(
      judged([rename], answered(200, { ...there, name: 'R2', ...read }), { before: there, defaults }),
      'kept',
    ).map((each) => each.changed?.back);
  // The nvram was at its first value all the time.
  expect(back({})).toEqual([['ram']]);
  expect(back({}, {})).toEqual([['ram', 'nvram']]);
  expect(back({ ram: 256 })).toEqual([['ram']]);
  expect(back({ ram: 17 })).toEqual([undefined]);
});

describe('after any unit', () => {
  test('the resource can be read, and written plainly', () => {
    const all = judged([rename], renamed);
    expect([result(all, 'readable'), result(all, 'writable')]).toEqual([['kept'], ['kept']]);
  });

  test('without a plain write nothing is said of later ones, until there is one', () => {
    const { plain: _, ...open } = { ...shown([rename]), read: renamed };
    expect(result(judgeUnit(written, open), 'writable')).toEqual([]);
    expect(result(judgeWritable(written, { ...open, plain: plainly }), 'writable')).toEqual(['kept']);
    expect(judgeWritable(written, { ...open, plain: answered(500) })).toMatchObject([
      { rule: 'writable', result: 'broken', case: rename.case },
    ]);
  });

  test('what was never answered may have been carried out', () => {
    const lost = sent({ name: 'R2' }, dropped);
    expect(of(judged([refused, lost], renamed), 'unchanged')).toEqual([]);
    expect(result(judged([refused], renamed), 'unchanged')).toEqual(['broken']);
  });

  test.each([
    ['twice', { sentTwice: true }],
    ['again after no answer', { lostBefore: dropped }],
  ] as const)('what was sent %s may have been carried out twice', (_words, more) => {
    const twice = (each: Sent): Sent => ({ ...each, exchange: { ...each.exchange, ...more } });
    expect(of(judged([twice(rename)], renamed), 'kept')).toEqual([]);
    const cases = [twice(sent({ x: 1 }, answered(201, { drawing_id: 'a' }))), refused];
    const all = judged(cases, answered(200, [{ drawing_id: 'a' }]), { before: {} }, 'drawings.create');
    expect(of(all, 'unchanged')).toEqual([]);
  });

  test.each([
    ['another code', answered(500)],
    ['no answer', dropped],
    ['no JSON', answeredAsText(200, '{', 'application/json')],
    ['a field of the wrong type', answered(200, { ram: '16' })],
  ])('%s breaks the reading', (_words, read) =>
    expect(result(judged([rename], read), 'readable')).toEqual(['broken']));

  test('what is not found, and is there for a later write, was not lost', () => {
    const missed = of(judged([rename], answered(404)), 'readable');
    expect(missed).toMatchObject([{ result: 'broken', found: true }]);
    const lost = of(judged([rename], answered(404), { plain: answered(404) }), 'readable');
    expect(lost).toMatchObject([{ result: 'broken' }]);
    expect(lost[0]).not.toHaveProperty('found');
  });

  test('a list and a creation may be answered for any project', () => {
    const creation = sent({ x: 1 }, answered(404));
    const all = judged([creation], answered(200, []), { before: {} }, 'drawings.create');
    expect(all.filter(({ found }) => found)).toEqual([]);
  });

  test('a plain write may be in conflict, and nothing worse', () => {
    const behind = (plain: Exchange) => result(judged([rename], renamed, { plain }), 'writable');
    expect(behind(answered(409))).toEqual(['kept']);
    expect(behind(answered(400))).toEqual(['broken']);
    expect(behind(dropped)).toEqual(['broken']);
  });

  test('what did not work before is no fault of the unit', () => {
    const all = judged([rename], answered(500), {
      wasReadable: false,
      wasWritable: false,
      plain: answered(500),
    });
    expect([...of(all, 'readable'), ...of(all, 'writable')]).toEqual([]);
  });

  test('where the run ended, only the answers are judged', () => {
    const all = judgeUnit(written, { sent: [rename], before, wasReadable: true, wasWritable: true });
    expect(new Set(all.map(({ rule }) => rule))).toEqual(new Set(['code', 'answer', 'echo']));
  });

  test('load says nothing', () => {
    const read: Exchange = { ...answered(503), overloaded: true };
    expect(of(judged([rename], read), 'readable')).toMatchObject([{ result: 'untelling', overloaded: true }]);
  });
});

describe('a refusal changes nothing', () => {
  test.each([
    ['the same', before, 'kept'],
    ['a field of the server', { ...before, status: 'started' }, 'kept'],
    ['another value', { ...before, name: '7' }, 'broken'],
    ['a field less', { name: 'R1', status: 'stopped' }, 'broken'],
  ])('%s: %3$s', (_words, shown, expected) => {
    expect(result(judged([refused], answered(200, shown)), 'unchanged')).toEqual([expected]);
  });

  test('a reading that shows nothing says nothing', () => {
    expect(result(judged([refused], answered(404)), 'unchanged')).toEqual([]);
  });

  test('a broken connection is no refusal', () => {
    expect(result(judged([{ ...refused, exchange: dropped }], renamed), 'unchanged')).toEqual([]);
  });
});

describe('an update that was taken', () => {
  test.each([
    ['is stored', renamed, 'kept'],
    ['is lost', unchanged, 'broken'],
    ['does not show', answered(200, { ram: 16 }), 'untelling'],
  ])('%s: %3$s', (_words, read, expected) =>
    expect(result(judged([rename], read), 'stored', 'name')).toEqual([expected]));

  test.each([
    ['leaves the rest', renamed, 'kept'],
    ['changes another field', answered(200, { ...before, name: 'R2', ram: 32 }), 'broken'],
    ['loses another field', answered(200, { name: 'R2' }), 'broken'],
  ])('%s: %3$s', (_words, read, expected) =>
    expect(result(judged([rename], read), 'kept')).toEqual([expected]));

  test('says of what changed: which field, what it was, what it is', () => {
    const [kept] = of(judged([rename], answered(200, { ...before, name: 'R2', ram: 32 })), 'kept');
    expect(kept).toMatchObject({
      field: 'ram',
      outcome: 'other fields changed: ram',
      mismatch: { expected: 'ram to be 16 afterwards', seen: '32' },
    });
  });

  test('of several, the last one counts', () => {
    const again = sent({ name: 'R3' }, answered(200, { name: 'R3' }));
    expect(
      result(judged([rename, again], answered(200, { ...before, name: 'R3' })), 'stored', 'name'),
    ).toEqual(['kept']);
    expect(result(judged([rename, again], renamed), 'stored', 'name')).toEqual(['broken']);
  });

  test('though it was to be refused, or else crashed, it is the suspect of what is wrong afterwards', () => {
    const taken = sent({ name: 7 }, answered(200, {}), 'refused');
    const [unreadable] = of(judged([refused, taken, { ...refused }], answered(500)), 'readable');
    expect(unreadable?.case).toBe(taken.case);
    const crashed = sent({ name: '\0' }, answered(500));
    expect(of(judged([rename, crashed, rename], answered(500)), 'readable')[0]?.case).toBe(crashed.case);
  });

  test('in a row of refusals, the rest is to be unchanged', () => {
    const taken = sent({ name: 'R2' }, answered(200, {}), 'refused');
    expect(result(judged([refused, taken], renamed), 'unchanged')).toEqual(['kept']);
    const [changed] = of(
      judged([refused, taken], answered(200, { ...before, name: 'R2', ram: 7 })),
      'unchanged',
    );
    expect(changed).toMatchObject({ result: 'broken', case: refused.case, field: 'ram' });
  });

  test('without being JSON, it may have changed anything', () => {
    const bytes: Sent = { case: rawCase('malformed', 'truncated', '{'), exchange: answered(200, {}) };
    const all = judged([bytes], renamed);
    expect([...of(all, 'stored'), ...of(all, 'kept'), ...of(all, 'unchanged')]).toEqual([]);
  });
});

test('a list of the server may change behind a refusal, but not into the first items of what was refused', () => {
  const [own, other] = [{ name: 'eth0' }, { name: 'eth1' }];
  const refusal = sent({ interfaces: [own, { name: 7 }] }, answered(400), 'refused');
  const then = (shown: JsonObject[]) =>
    result(
      judged(
        [refusal],
        answered(200, { interfaces: shown }),
        { before: { interfaces: [other] } },
        'cloud.update',
      ),
      'unchanged',
    );
  expect(then([own])).toEqual(['broken']);
  for (const shown of [[], [other], [other, own]]) expect(then(shown)).toEqual(['kept']);
});

test('the console may change behind a refusal, but not into what was refused', () => {
  const refusal = sent({ name: 7, console: 5001 }, answered(400), 'refused');
  const then = (console: number) =>
    result(judged([refusal], answered(200, { console }), { before: { console: 5000 } }), 'unchanged');
  expect([5000, 5001, 5002].map(then)).toEqual([['kept'], ['broken'], ['kept']]);
});
