import type { RunVerdict, Verdict } from '../schemas/generated/report.js';

/** How a verdict is called in every format. */
export const VERDICT_WORDS: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-exercised': 'not exercised',
  'suite-error': 'suite error',
  deselected: 'deselected',
};

/** One sign a verdict, so that colour is never the only difference. */
export const VERDICT_SIGNS: Record<Verdict, string> = {
  passed: '✓',
  failed: '✗',
  inconclusive: '?',
  'not-exercised': '○',
  'suite-error': '!',
  deselected: '·',
};

/** What the verdict of the run says, in one sentence. */
export const RUN_VERDICT_SENTENCES: Record<RunVerdict, string> = {
  conformant: 'Every selected must was judged and is kept.',
  'non-conformant': 'At least one must is broken.',
  incomplete: 'No must is broken, but not all could be judged.',
};

/** A number with its noun. */
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : plural}`;

/** Milliseconds as a reader says them. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};
