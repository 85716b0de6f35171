/** In which case answers are wrong, as what was written before tells it. */
import { expect, test } from 'vitest';
import type { Json } from '../../../harness/http/exchange.js';
import { Shown } from '../../../harness/shown.js';
import { answered } from '../by-hand.js';

const project = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = (node: string) => `/v2/compute/projects/${project}/iou/nodes/${node}`;
const [one, other] = [1, 2].map((last) => `3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4f${last}`) as [string, string];
const symptom = '/ram must be integer';

/** What was sent to an instance, what it answered with, and what the next reading shows. */
function shownBy(...all: readonly { node: string; sent: Json; answer: Json; shown: Json; isWrong?: true }[]) {
  const known = new Shown();
  for (const { node, sent, answer } of all) {
    const body = JSON.stringify({ ram: sent });
    known.addWrite(answered(200, { node_id: node, ram: answer }, { method: 'PUT', path: path(node), body }));
  }
  for (const { node, shown, isWrong } of [...all, ...all]) {
    const read = answered(200, { node_id: node, ram: shown }, { method: 'GET', path: path(node) });
    const violation = { in: 'body', pointer: '/ram', message: 'must be integer' } as const;
    known.addReading('iou.get', read, new Map(isWrong ? [[symptom, [violation]]] : []));
  }
  return known.contrast('iou.get', symptom)?.features;
}

const right = { node: other, sent: 256, answer: 256, shown: 256 };

test('answers are wrong with a value that was written', () => {
  expect(shownBy({ node: one, sent: 0, answer: 0, shown: null, isWrong: true }, right)).toEqual([
    'value:ram=0',
  ]);
  expect(shownBy({ node: one, sent: null, answer: null, shown: null, isWrong: true }, right)).toEqual([
    'is:ram=null',
  ]);
});

test('answers are wrong once a field was updated, whatever the value', () => {
  const known = new Shown();
  const nodes = ['1', '2', '3', '4'].map((last) => one.slice(0, -1) + last);
  for (const [index, node] of nodes.entries()) {
    const body = JSON.stringify(index < 2 ? { ram: 1 } : { name: 'R' });
    known.addWrite(answered(200, { node_id: node, ram: 1 }, { method: 'PUT', path: path(node), body }));
    const read = answered(
      200,
      { node_id: node, ram: index < 2 ? '1' : 1 },
      { method: 'GET', path: path(node) },
    );
    const violation = { in: 'body', pointer: '/ram', message: 'must be integer' } as const;
    known.addReading('iou.get', read, new Map(index < 2 ? [[symptom, [violation]]] : []));
  }
  expect(known.contrast('iou.get', symptom)).toEqual({
    features: ['state:updated before=ram'],
    ...{ wrong: 2, right: 2 },
  });
});

test('that the answer to the write is as wrong as the reading says nothing of when it is', () => {
  expect(shownBy({ node: one, sent: 0, answer: '0', shown: '0', isWrong: true }, right)).toBeUndefined();
});
