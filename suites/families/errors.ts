/** What an error answer with a body is (section 1), where the path is served at all. */
import { declaresJson, type Expectation, isJson, seen } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { refusals, sample } from '../../harness/samples.js';
import type { OperationId } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing } from '../words.js';

/** Its media type and its JSON, on whatever requests are to be refused. */
export function errors(id: OperationId): Requirement[] {
  const { must } = family(id, 'answer', '1');
  const onErrors = async (run: Run, expectation: Expectation) => {
    // Who answers 404 to every path says nothing of this one.
    const { exchanges } = await sample(run, id);
    if (exchanges.every(({ answer }) => !answer || [404, 405, 501].includes(answer.status)))
      return inconclusive(
        `nothing shows that this path is served: ${doing[id]} got ${exchanges.map(seen)[0] ?? 'no answer'}`,
        exchanges,
      );
    const sent = await refusals(run, id);
    const judge = new Judge(id, run);
    const errors = sent.filter(({ exchange: { answer } }) => answer && answer.status >= 400);
    for (const { exchange, before } of errors) judge.expect(exchange, expectation, exchange.purpose, before);
    if (errors.length > 0) return judge.outcome();
    const exchangesSent = sent.map(({ exchange }) => exchange);
    return inconclusive('no request that should be refused was answered with an error', exchangesSent);
  };
  return [
    must(
      'errors.media-type',
      `${doing[id]}: an error with a body has Content-Type application/json.`,
      (run) => onErrors(run, declaresJson),
    ),
    must('errors.json', `${doing[id]}: an error with a body is valid JSON.`, (run) => onErrors(run, isJson)),
  ];
}
