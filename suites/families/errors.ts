/** What an error is: its media type and its JSON (sections 1 and 7). */
import { declaresJson, type Expectation, isJson, notServedCodes, seen } from '../../harness/expect.js';
import { inconclusive } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { refusals, sample } from '../../harness/samples.js';
import type { OperationId } from '../../schemas/index.js';
import { family } from '../define.js';
import { gerund, lower } from '../words.js';

/** Its media type and its JSON, on whatever requests are to be refused. */
export function errors(id: OperationId): Requirement[] {
  const row = (name: string, statement: string, expectation: Expectation) =>
    family(id, 'answer', '1').must(
      name,
      `${gerund[id]}: an error with a body ${statement}.`,
      async (run, judge) => {
        // A server that answers 404 to every path says nothing about this one.
        const { exchanges } = await sample(run, id);
        if (exchanges.every(({ answer }) => !answer || notServedCodes.includes(answer.status)))
          return inconclusive(
            `we can't tell that this path is implemented: ${lower(gerund[id])} got ${exchanges.map(seen)[0] ?? 'no answer'}`,
            exchanges,
          );
        const sent = await refusals(run, id);
        const refused = sent.filter(({ answer }) => answer && answer.status >= 400);
        for (const exchange of refused) judge.expect(exchange, expectation, exchange.purpose);
        if (refused.length === 0)
          return inconclusive(
            'no invalid request was answered with an error, so there is none to check',
            sent,
          );
        return judge.outcome();
      },
    );
  return [
    row('errors.media-type', 'has Content-Type application/json', declaresJson),
    row('errors.json', 'is valid JSON', isJson),
  ];
}
