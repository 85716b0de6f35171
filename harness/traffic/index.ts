/** Judges what somebody else has recorded: verdicts and findings, as a run comes to them. */
import type { ClientFinding as ReportedClientFinding } from '../../schemas/generated/report.js';
import { groupBy } from '../../schemas/group-by.js';
import { Redactor } from '../evidence/redact.js';
import { EvidenceWriter } from '../evidence/writer.js';
import { asFound, explain } from '../explain/findings.js';
import { blame, cut, told } from '../judged.js';
import { notExercised } from '../outcome.js';
import type { Statement } from '../requirement.js';
import type { Finished, Judged } from '../settings.js';
import { clientFindings } from './client.js';
import { type Event, eventsOf } from './history/event.js';
import { judgeEvents } from './judge.js';
import { type RecordedExchange, trafficOf } from './recording/server.js';
import { Tally } from './tally.js';

export { EntrySplitter } from './recording/entries.js';
export { exchangeOf } from './recording/har.js';
export { type RecordedBody, type RecordedExchange, serversIn } from './recording/server.js';

export interface RecordingOptions {
  readonly baseUrl: string;
  readonly statements: readonly Statement[];
  /** Whether it is known that nobody else wrote to the server, and that nothing is missing from the recording. */
  readonly isComplete: boolean;
}

export interface JudgedRecording extends Pick<Finished, 'findings' | 'requests' | 'notices'> {
  readonly judged: ReadonlyMap<string, Judged>;
  /** What the document does not allow the client. */
  readonly clientFindings: readonly ReportedClientFinding[];
}

const nothing = notExercised('no such request in the recording');

export function judgeRecording(
  recorded: readonly RecordedExchange[],
  { baseUrl, statements, isComplete }: RecordingOptions,
): JudgedRecording {
  const events = eventsOf(trafficOf(recorded, baseUrl));
  const tally = new Tally(new Set(statements.map(({ id }) => id)));
  judgeEvents(events, tally);
  const outcomes = tally.outcomes(isComplete);
  const writer = new EvidenceWriter(baseUrl, [], new Redactor([]));
  const judged = new Map<string, Judged>();
  const failed: Statement[] = [];
  for (const statement of statements) {
    const outcome = outcomes.get(statement.id) ?? nothing;
    if (outcome.verdict === 'failed') {
      failed.push(statement);
      for (const each of outcome.failures) blame(each, statement, tally);
    }
    judged.set(statement.id, { ...told(outcome, writer), durationMs: 0 });
  }
  return {
    judged,
    findings: explain(tally.sightings, failed, { codes: codesIn(events) }).map((each) =>
      asFound(each, writer.evidence(each.failure)),
    ),
    clientFindings: clientFindings(events).map(({ first, ...rest }) => ({
      ...rest,
      first: writer.exchange(first.exchange),
    })),
    requests: events.length,
    notices: [...noticesOf(events), ...(writer.cut ? [cut] : [])],
  };
}

function codesIn(events: readonly Event[]): ReadonlyMap<number, number> {
  const codes = events.flatMap(({ exchange }) => exchange.answer?.status ?? []);
  return new Map([...groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

/** What a reader is to know of a recording that says less than it seems to. */
function noticesOf(events: readonly Event[]): string[] {
  const times = (is: (event: Event) => boolean) =>
    events.filter((event) => event.operation && is(event)).length;
  const [unanswered, cutShort, atOnce] = [
    times(({ exchange }) => exchange.answer === undefined),
    times(({ got, exchange }) => got === 'in part' && exchange.answer?.status !== 204),
    times(({ isContended }) => isContended),
  ];
  return [
    unanswered > 0 && `${unanswered} requests have no answer in the recording.`,
    cutShort > 0 && `The recording lacks the bodies of ${cutShort} answers: their fields were not judged.`,
    atOnce > 0 &&
      `${atOnce} requests were under way while something else was written to the same resource: what it was then is not known.`,
  ].filter((each) => each !== false);
}
