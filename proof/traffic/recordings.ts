/** What recordings of runs come to when they are judged by themselves: whole, and with something missing. */
import type { Exchange } from '../../harness/http/exchange.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Judged } from '../../harness/settings.js';
import {
  EntrySplitter,
  exchangeOf,
  judgeRecording,
  type RecordedExchange,
} from '../../harness/traffic/index.js';
import { type ReferenceOptions, serveReference } from '../../reference-impl/index.js';
import { type JudgeOptions, judge, type Outcome, on } from '../judge.js';
import { entryOf, harOf } from './recorder.js';

export interface Recording {
  readonly baseUrl: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** Records runs on one server, all at the same time, and reads them from a HAR. */
export async function record(
  server: ReferenceOptions,
  requirements: readonly Requirement[],
  options: readonly JudgeOptions[],
): Promise<Recording> {
  const seen: Exchange[] = [];
  const onExchange = (exchange: Exchange) => seen.push(exchange);
  return on(serveReference(server), async (url) => {
    await Promise.all(options.map((each) => judge(url, requirements, each, { onExchange })));
    return { baseUrl: url, exchanges: entriesOf(harOf(seen.map((each) => entryOf(url, each)))) };
  });
}

function entriesOf(har: string): RecordedExchange[] {
  return new EntrySplitter()
    .push(Buffer.from(har))
    .flatMap((entry) => exchangeOf(JSON.parse(entry.toString())) ?? []);
}

/** @param isComplete Whether it is said that nothing is missing. */
export function judgeRecorded(
  { baseUrl, exchanges }: Recording,
  statements: readonly Requirement[],
  isComplete = false,
): Outcome {
  const { judged, ...rest } = judgeRecording(exchanges, { baseUrl, statements, isComplete });
  return { verdicts: judged, ...rest };
}

type Cut = readonly [words: string, keeps: (index: number, count: number) => boolean];

/** Ways in which something is missing: what came before, every tenth exchange, or a tenth in one piece. */
const cuts: readonly Cut[] = [
  ...[0.01, 0.1, 0.5, 0.9].map(
    (part): Cut => [`from ${part} of it on`, (index, count) => index >= part * count],
  ),
  ...[0, 3, 6, 9].map(
    (tenth): Cut => [`without every tenth, from ${tenth} on`, (index) => index % 10 !== tenth],
  ),
  ...[1, 4, 7].map(
    (tenth): Cut => [`without tenth ${tenth}`, (index, count) => Math.floor((10 * index) / count) !== tenth],
  ),
  // By a hash, so that what is missing together differs from one to the next.
  ['without a tenth at random', (index) => (Math.imul(index + 1, 0x9e3779b1) >>> 0) % 10 !== 0],
];

/** What a recording, and what is left of it, comes to: a requirement has failed where any of them says so. */
export function judgeCut(recording: Recording, statements: readonly Requirement[]): Outcome {
  const inOrder = [...recording.exchanges].sort((a, b) => a.startedAt - b.startedAt);
  const whole = judgeRecorded(recording, statements);
  const worst = new Map<string, Judged>();
  const note = (words: string, { verdicts }: Outcome) => {
    for (const [id, judged] of verdicts) {
      if (judged.verdict === 'failed') worst.set(id, { ...judged, reason: `${words}: ${judged.reason}` });
      else if (!worst.has(id)) worst.set(id, { verdict: 'passed', durationMs: 0 });
    }
  };
  note('whole', whole);
  for (const [words, keeps] of cuts) {
    const exchanges = inOrder.filter((_, index) => keeps(index, inOrder.length));
    note(words, judgeRecorded({ ...recording, exchanges }, statements));
  }
  return { ...whole, verdicts: worst };
}
