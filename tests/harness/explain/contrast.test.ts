/** What wrong answers have in common: the value that a write was sent, and should not have been taken. */
import { expect, test } from 'vitest';
import type { Node } from '../../../harness/explain/absorb.js';
import { contrastOf, withoutTaken } from '../../../harness/explain/contrast.js';
import { cause } from './effects/cause.js';

const nodeOf = (of: Node['cause'], ...requirements: string[]): Node => ({
  cause: of,
  requirements: new Set(requirements),
  consequences: new Set(),
});
const wrong = () =>
  nodeOf(
    cause('projects.get', { aspect: 'answer', expected: 'answer', outcome: '/auto_close must be boolean' }),
    'projects.get.answer.always',
  );
const takes = (value: string, outcome = 'status 200') =>
  nodeOf(
    cause(
      'projects.update',
      { expected: '400', outcome, circumstance: ['class:null'] },
      { features: [value] },
    ),
  );
const onNull = () => ({ features: ['is:auto_close=null'], wrong: 3, right: 206 });

test('readings that are wrong only with a value go with the cause that it is taken', () => {
  const taken = takes('value:auto_close=null');
  expect(withoutTaken([wrong(), taken], onNull)).toEqual([taken]);
  expect([...taken.consequences]).toEqual(['projects.get.answer.always']);
});

test('they stay where another value is taken, the value is refused, or nothing is known of them', () => {
  const all = [wrong(), takes('value:auto_open=null')];
  expect(withoutTaken(all, onNull)).toEqual(all);
  const refused = [wrong(), takes('value:auto_close=null', 'status 500')];
  expect(withoutTaken(refused, onNull)).toEqual(refused);
  const unknown = [wrong(), takes('value:auto_close=null')];
  expect(withoutTaken(unknown, () => undefined)).toEqual(unknown);
});

test('where readings show several fields wrongly, the circumstance names a value of each', () => {
  const of = (...outcomes: string[]) => {
    const { sightings, ...rest } = cause('drawings.list', { aspect: 'answer', outcome: '/0/x is missing' });
    const [seen] = sightings;
    return { ...rest, sightings: outcomes.flatMap((outcome) => (seen ? [{ ...seen, outcome }] : [])) };
  };
  const known = (_: string, symptom: string) =>
    symptom === '/z is missing' ? undefined : { features: [`value:${symptom[1]}=0`], wrong: 3, right: 20 };
  expect(contrastOf(of('/1/x is missing', '/2/y is missing', '/4/x is missing'), known)).toEqual({
    features: ['value:x=0', 'value:y=0'],
    wrong: 6,
    right: 40,
  });
  expect(contrastOf(of('/1/x is missing', '/2/z is missing'), known)).toBeUndefined();
});
