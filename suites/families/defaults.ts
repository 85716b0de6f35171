/** What a drawing is like that was created with nothing (section 4.1). */
import { seen, succeeded } from '../../harness/expect.js';
import { objectOf } from '../../harness/http/exchange.js';
import { inconclusive, mismatch, notExercised, passed } from '../../harness/outcome.js';
import { brief } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { onFixture } from '../define.js';
import { doing } from '../words.js';

const id = 'drawings.create';

/** Values that are nobody's defaults. */
const unusual = { rotation: 137, svg: '<svg><circle r="137"/></svg>', x: 157, y: 263, z: 77 };

/** Defaults are not shown, but they are not what somebody sent for something else. */
export function ownDefaults(): Requirement {
  const statement = `${doing[id]} with no field shows none of the values that another was created with.`;
  const row = onFixture(id, 'state', 'write').should('own-defaults', statement, async (run, judge, own) => {
    const first = await run.send(id, own, { json: unusual }, 'create with every field');
    const second = await run.send(id, own, { json: {} }, 'create with none');
    const shown = succeeded(second) ? objectOf(second) : undefined;
    if (!succeeded(first) || !shown)
      return inconclusive(`${doing[id]} got ${seen(first)}, then ${seen(second)}`, [first, second]);
    for (const [name, value] of Object.entries(unusual)) {
      if (shown[name] !== value) continue;
      const message = `must not be ${brief(value)}`;
      const violation = { in: 'state', pointer: `/${name}`, message } as const;
      const miss = mismatch(`a ${name} of its own`, `${brief(value)}, as sent for another`, violation);
      judge.miss(miss, 'no field', [...own.made, first, second], 'values of another');
    }
    const isTold = Object.keys(unusual).some((name) => Object.hasOwn(shown, name));
    return judge.outcome(isTold ? passed : notExercised('the target shows no field of a drawing'));
  });
  // In the end, when nobody else creates drawings in between.
  return { ...row, isLast: true };
}
