/** A body that is spelled otherwise is not only taken: it does what it says (section 1). */
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, objectOf } from '../../harness/exchange.js';
import { seen, succeeded } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, passed } from '../../harness/outcome.js';
import { differs } from '../../harness/read-back.js';
import type { Requirement } from '../../harness/requirement.js';
import { subjects, type WriteId } from '../../harness/subjects.js';
import { materialise } from '../../harness/values/from-fixture.js';
import { family } from '../define.js';
import { doing } from '../words.js';
import { payloadOf, spellings, typed } from './spelling.js';

export function sameMeaning(id: WriteId): Requirement {
  const { fixture: kind, rewrites, creates } = subjects[id];
  const should = family(id, 'accepts', '1');
  const statement = `${doing[id]} does the same whether the JSON is spelled plainly, with white space or escapes, or is declared with a charset.`;
  return should('should', 'accepts.same-meaning', statement, (run) =>
    run.with(kind, 'write', async (fixture) => {
      const [other, body] = rewrites.map((each) => materialise(each, fixture) as JsonObject);
      // What was there before is not to be taken for what is written.
      const clear = async () =>
        creates ? [] : [await run.send(id, fixture, { json: other }, 'another body')];
      await clear();
      const twin = await run.send(id, fixture, { json: body }, 'the valid twin');
      if (!succeeded(twin)) return inconclusive(`the valid twin got ${seen(twin)}`, [twin]);
      const shown = objectOf(twin) ?? {};
      const told = Object.entries(body ?? {}).filter(([name, value]) =>
        isDeepStrictEqual(shown[name], value),
      );
      if (told.length === 0) return notExercised('the target does not show what was written');
      const judge = new Judge(id);
      let taken = 0;
      for (const spelling of [...spellings, ...typed]) {
        const before = await clear();
        const [label] = spelling;
        const exchange = await run.send(id, fixture, payloadOf(spelling, JSON.stringify(body)), label);
        if (!before.every(succeeded) || !succeeded(exchange)) continue;
        taken++;
        const miss = differs(Object.fromEntries(told), {}, objectOf(exchange), new Set(), 'the answer');
        if (miss) judge.miss(miss, label, [...fixture.made, ...before, exchange]);
      }
      return judge.outcome(taken > 0 ? passed : notExercised('the target takes plain JSON only'));
    }),
  );
}
