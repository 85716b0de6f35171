import type { Report, RunVerdict, Verdict } from '../schemas/generated/report.js';

/** The name of a verdict in every format. */
export const VERDICT_WORDS: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-exercised': 'not exercised',
  'suite-error': 'suite error',
  deselected: 'deselected',
};

/** A sign for each verdict, so that they never differ by colour alone. */
export const VERDICT_SIGNS: Record<Verdict, string> = {
  passed: '✓',
  failed: '✗',
  inconclusive: '?',
  'not-exercised': '○',
  'suite-error': '!',
  deselected: '·',
};

export type StopCause = NonNullable<Report['run']['stopped']>['cause'];

/** Why a run ended early, as the end of a sentence. */
export const STOP_WORDS: Record<StopCause, string> = {
  unreachable: 'the server cannot be reached',
  preflight: 'the server cannot be judged',
  breaker: 'the server went away',
  'max-time': 'stopped by --max-time',
  signal: 'you stopped the run',
  bail: 'stopped by --bail',
  budget: 'stopped by --budget',
};

/** What a reader is to know of a run that would not have done in its time. */
export const SHORTENED =
  'The target was too slow for --max-time: from some point on, each property got one generated case. Give it more time, or split the run with --shard.';

/** Whether a run ended for what is wrong with the target: the message says that, not that the run was stopped. */
export const isAboutTarget = (cause: StopCause | undefined): boolean =>
  cause === 'unreachable' || cause === 'preflight' || cause === 'breaker';

/** That a run ended early, and why, as a sentence. */
export const stopSentence = ({ cause, message }: NonNullable<Report['run']['stopped']>): string =>
  isAboutTarget(cause) ? `Stopped early: ${message}` : message;

const RUN_VERDICT_SENTENCES: Record<RunVerdict, string> = {
  conformant: 'Every selected must was checked and passed.',
  'non-conformant': 'At least one must failed.',
  incomplete: 'No must failed, but some could not be judged.',
};

/** The verdict of a run as a sentence. It also says so when the reference implementation was judged. */
export const verdictSentence = ({
  verdict,
  target,
  summary,
}: Pick<Report, 'verdict' | 'target' | 'summary'>): string =>
  (verdict === 'conformant' && summary.must.passed === 0
    ? 'No must was selected.'
    : RUN_VERDICT_SENTENCES[verdict]) +
  (target.embedded ? ' This was the built-in reference implementation, not your server.' : '');

/** A number with its noun. */
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : plural}`;

/** The first words of a list, and how many more there are. */
export const firstOf = (words: readonly string[], most: number): string =>
  words.slice(0, most).join(', ') + (words.length > most ? ` and ${words.length - most} more` : '');

/** A duration for people: `12 ms`, `3.4 s`, `2 min 5 s`. */
export const duration = (ms: number): string => {
  // Rounded first: 59.96 s is a minute.
  const rounded = (unit: number) => Math.round(ms / unit);
  if (rounded(1) < 1000) return `${rounded(1)} ms`;
  if (rounded(100) < 600) return `${(rounded(100) / 10).toFixed(1)} s`;
  return `${Math.floor(rounded(1000) / 60)} min ${rounded(1000) % 60} s`;
};
