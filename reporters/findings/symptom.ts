import { createHash } from 'node:crypto';
import type { Evidence } from '../../schemas/generated/report.js';

/** What shows a cause: the operation, the smallest input, and what came of it. */
export type Symptom = Evidence['symptom'];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
// Ports, sizes and times differ from run to run; status codes have three digits and stay.
const LONG_NUMBER = /\d{4,}/g;

const mask = (text: string): string =>
  text.replace(UUID, '<id>').replace(LONG_NUMBER, '<n>').replace(/\s+/g, ' ').trim();

/** The symptom without what differs from run to run. */
export const normalise = ({ operation, input, outcome }: Symptom): Symptom => ({
  operation,
  input: mask(input),
  outcome: mask(outcome),
});

/** Equal for symptoms that are equal but for ids and long numbers; stable across runs. */
export const fingerprint = (symptom: Symptom): string => {
  const { operation, input, outcome } = normalise(symptom);
  return createHash('sha256')
    .update(JSON.stringify([operation, input, outcome]))
    .digest('hex')
    .slice(0, 16);
};

const FIRST_FIELD = /\{\s*"((?:[^"\\]|\\.)*)"\s*:/;

/** The field that an input is about, where it names one. */
export const fieldOf = (input: string): string | undefined => FIRST_FIELD.exec(input)?.[1];

/** The input with its field left open: what several fields can have in common. */
export const formOf = (input: string): string => {
  const field = fieldOf(input);
  return field === undefined ? input : input.replaceAll(`"${field}"`, '…');
};

// A server must never give these, so they are one cause whatever the request was.
const NEVER_RIGHT = /^(5\d\d|time-?out|dropped|refused|reset|no answer|too-large|protocol)/i;

/** What answers to be compared were to be: the same wrong answer to good and to bad input has two causes. */
export const duty = ({ expected, symptom }: Pick<Evidence, 'expected' | 'symptom'>): string =>
  NEVER_RIGHT.test(symptom.outcome) ? 'any' : (/\b([1-5])\d\d\b/.exec(expected)?.[1] ?? expected);
