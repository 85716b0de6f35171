/** Which failures in a row are played again, where the resource cannot be read behind it. */
import { expect, test } from 'vitest';
import type { Case } from '../../../harness/plan/case.js';
import { Confirmations } from '../../../harness/play/until-clear.js';
import { a, b, c, d, e, play, type Target } from './played.js';

test('a failure that others have shown is not believed behind one that has spoilt the resource', async () => {
  const confirmations = new Confirmations();
  const all: Target = ({ cases }) => [
    { rule: 'readable', case: cases.at(-1) as Case },
    ...cases.map((each) => ({ rule: 'code' as const, case: each })),
  ];
  await play(
    all,
    [a, b, c].map((each) => ({ cases: [each] })),
    confirmations,
  );
  const spoilt: Target = (unit, before) => {
    return unit.cases.includes(d) ? all(unit, before) : [];
  };
  const { broken } = await play(spoilt, [{ cases: [d, e] }], confirmations);
  expect(broken).toContain('code d');
  expect(broken).not.toContain('code e');
});
