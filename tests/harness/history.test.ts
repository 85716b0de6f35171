/** What led to an exchange is known without being said. */
import { expect, test } from 'vitest';
import { Histories, sinceMade } from '../../harness/history.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { answerOf, exchangeOf } from './by-hand.js';

const [project, other] = ['aaaaaaaa-1111-4111-8111-111111111111', 'bbbbbbbb-2222-4222-8222-222222222222'];

let clock = 0;

/** Each is sent when the one before it was answered. */
const exchange = (method: string, path: string, answer = '') =>
  exchangeOf({ method, path }, answerOf(200, answer), { startedAt: clock++ });

test('all that was sent to what an exchange names led to it, its creation included', () => {
  const histories = new Histories();
  const made = exchange('POST', '/v2/projects', `{"project_id":"${project}"}`);
  const unrelated = exchange('POST', '/v2/projects', `{"project_id":"${other}"}`);
  const write = exchange('PUT', `/v2/projects/${project}`);
  const read = exchange('GET', `/v2/projects/${project}`);
  const later = exchange('GET', `/v2/projects/${project}`);
  histories.begin(() => histories.add(made, unrelated, write, read, later));
  expect(histories.leadingTo([read])).toEqual([made, write, read]);
});

test('what made something is remembered though much was sent since', () => {
  const histories = new Histories();
  const made = {
    ...exchange('POST', '/v2/projects', `{"project_id":"${project}"}`),
    purpose: 'fixture: create',
  };
  const read = exchange('GET', `/v2/projects/${project}`);
  histories.begin(() => {
    histories.add(made);
    for (let i = 0; i < 1000; i++) histories.add(exchange('GET', '/v2/projects'));
    histories.add(read);
  });
  expect(histories.leadingTo([read])).toEqual([made, read]);
});

test('what led to an exchange is kept where that is asked for, though much was sent since', () => {
  const histories = new Histories();
  const [write, read] = [
    exchange('PUT', `/v2/projects/${project}`),
    exchange('GET', `/v2/projects/${project}`),
  ];
  const many = Array.from({ length: 1000 }, () => exchange('GET', '/v2/projects'));
  for (const [asked, led] of [
    [true, [write, read]],
    [false, [read]],
  ] as const) {
    histories.begin(() => {
      histories.add(write, read);
      if (asked) histories.keep(read);
      histories.add(...many);
    });
    expect(histories.leadingTo([read])).toEqual(led);
  }
});

test('what was under way at the same time led to it too, whichever was answered first', () => {
  const histories = new Histories();
  const [first, second] = [
    exchange('DELETE', `/v2/projects/${project}`),
    exchange('DELETE', `/v2/projects/${project}`),
  ];
  const slow = { ...first, durationMs: 5 };
  histories.begin(() => histories.add(second, slow));
  expect(histories.leadingTo([second])).toEqual([slow, second]);
});

test('what is addressed by its name, or by the beginning of its id, leads to its creation', () => {
  const histories = new Histories();
  const name = 'conformance-cafe0123-1';
  const creation = exchange('POST', '/v2/projects', `{"project_id":"${project}","name":"${name}"}`);
  const reads = [name, project.slice(0, 8), `${project.slice(0, -1)}_`].map((id) =>
    exchange('GET', `/v2/projects/${id}`),
  );
  histories.begin(() => histories.add(creation, ...reads));
  for (const read of reads) expect(histories.leadingTo([read])).toContain(creation);
});

test('what names two things brings both along', () => {
  const histories = new Histories();
  const one = exchange('POST', '/v2/projects', `{"project_id":"${project}"}`);
  const two = exchange('POST', '/v2/projects', `{"project_id":"${other}"}`);
  const both = exchange('DELETE', `/v2/projects/${other}/nodes/${project}`);
  const read = exchange('GET', `/v2/projects/${project}`);
  histories.begin(() => histories.add(one, two, both, read));
  expect(histories.leadingTo([read])).toEqual([one, two, both, read]);
});

test('courses do not mix, and what was sent outside of any is all there is', () => {
  const histories = new Histories();
  const [first, second] = [1, 2].map(() => exchange('GET', `/v2/projects/${project}`)) as [
    Exchange,
    Exchange,
  ];
  histories.begin(() => histories.add(first));
  histories.begin(() => histories.add(second));
  expect(histories.leadingTo([second])).toEqual([second]);
  const outside = exchange('GET', `/v2/projects/${project}`);
  histories.add(outside);
  expect(histories.leadingTo([outside])).toEqual([outside]);
});

test('a long body is not kept whole', () => {
  const histories = new Histories();
  const long = exchange('GET', `/v2/projects/${project}`, 'x'.repeat(1_000_000));
  histories.begin(() => histories.add(long));
  const [kept] = histories.leadingTo([long]);
  expect(kept?.answer?.body.length).toBeLessThan(100_000);
  expect(kept?.answer?.wholeLength).toBe(1_000_000);
});

test('of long answers the beginning is remembered, less when there are many', () => {
  const histories = new Histories();
  const remembered = (length: number) => {
    const seen = exchange('GET', '/', 'x'.repeat(length));
    histories.add(seen);
    return histories.kept(seen).answer;
  };
  histories.begin(() => {
    expect(remembered(1000)?.wholeLength).toBeUndefined();
    expect(remembered(1_000_000)).toMatchObject({ wholeLength: 1_000_000 });
    expect(remembered(1_000_000)?.body).toHaveLength(20 * 1024);
    expect(remembered(1_000_000)?.body.buffer.byteLength).toBeLessThan(64 * 1024);
    for (let i = 0; i < 1000; i++) remembered(50_000);
    expect(remembered(1_000_000)?.body).toHaveLength(4 * 1024);
  });
});

test('what a check has deleted is known to it, until something may have been made there', () => {
  const histories = new Histories();
  const path = `/v2/projects/${project}`;
  const answering = (status: number, method: string, to = path) =>
    exchangeOf({ method, path: to }, answerOf(status, ''), { startedAt: clock++ });
  const deletion = answering(204, 'DELETE');
  histories.begin(() => {
    histories.add(answering(404, 'DELETE'));
    expect(histories.deletionOf(path)).toBeUndefined();
    histories.add(deletion, answering(404, 'DELETE'), answering(404, 'POST', `${path}/drawings`));
    expect(histories.deletionOf(path)).toBe(deletion);
    expect(histories.deletionOf(`/v2/projects/${other}`)).toBeUndefined();
    histories.add(answering(201, 'POST', '/v2/projects'));
    expect(histories.deletionOf(path)).toBeUndefined();
  });
  expect(histories.deletionOf(path)).toBeUndefined();
});

test('what was made again has no history', () => {
  const path = `/v2/projects/${project}`;
  const made = exchange('POST', '/v2/projects');
  const [updated, deleted] = [exchange('PUT', path), exchange('DELETE', path)];
  const again = exchange('POST', '/v2/projects');
  expect(sinceMade(path, [made, updated, deleted, again])).toEqual([again]);
  expect(sinceMade(path, [made, updated, deleted])).toEqual([made, updated, deleted]);
  expect(sinceMade(`/v2/projects/${other}`, [made, updated, deleted, again])).toHaveLength(4);
});
