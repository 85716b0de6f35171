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

// `PUT iou {"ram": string}` and `{"ram":"x"}`, or `interfaces[0].type: a number`.
const IN_JSON = /\{\s*("((?:[^"\\]|\\.)*)")\s*:/;
const IN_WORDS = /^([A-Za-z_][\w.[\]]*):/;

const findField = (input: string): { text: string; name: string } | undefined => {
  const [, quoted, name] = IN_JSON.exec(input) ?? [];
  if (quoted !== undefined && name !== undefined) return { text: quoted, name };
  const [, words] = IN_WORDS.exec(input) ?? [];
  // The first item of an array and a later one are checked by the same code.
  return words === undefined ? undefined : { text: words, name: words.replace(/\[\w+\]/g, '') };
};

/** The field that an input is about, where it names one. */
export const fieldOf = (input: string): string | undefined => findField(input)?.name;

/** The input with its field left open: what several fields can have in common. */
export const formOf = (input: string): string => {
  const field = findField(input);
  return field ? input.replace(field.text, '…') : input;
};

// What a server must never give is one cause whatever the request was; so is a violation, which says enough.
const NEEDS_DUTY = /^status [1-4]/;

/** What answers to be compared were to be: the same wrong code for good and for bad input has two causes. */
export const duty = ({ expected, symptom }: Pick<Evidence, 'expected' | 'symptom'>): string =>
  NEEDS_DUTY.test(symptom.outcome) ? (/\b([1-5])\d\d\b/.exec(expected)?.[1] ?? expected) : 'any';
