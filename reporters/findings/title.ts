import type { Evidence } from '../../schemas/generated/report.js';
import { only } from '../group.js';
import { shorten } from '../hostile.js';
import { count } from '../words.js';
import { aspect, type Case } from './cases.js';
import type { Symptom } from './symptom.js';

// Two causes of one operation, or of many, must not read alike: the fingerprint is made of this.
const several = (group: readonly Case[]): string => {
  const rows = group.flatMap((c) => [...c.requirements]);
  const names = [...new Set(rows.map(aspect))].sort();
  return `several inputs: ${(names.length <= 3 ? names : [...new Set(rows.map(({ kind }) => kind))].sort()).join(', ')}`;
};

/** The symptom that a group of cases has in common. */
export const commonSymptom = (group: readonly Case[]): Symptom => {
  const first = group[0] as Case;
  if (group.length === 1) return first.symptom;
  const field = only(group.map((c) => c.field));
  const input =
    only(group.map(({ symptom }) => symptom.input)) ??
    only(group.map(({ form }) => form)) ??
    (field === undefined ? several(group) : `several values of "${field}"`);
  const outcome =
    only(group.map(({ symptom }) => symptom.outcome)) ??
    first.symptom.outcome.replace(first.field ?? '', '…');
  return { ...first.symptom, input, outcome };
};

const list = (names: readonly string[], most = 6): string =>
  names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;

/** The finding in one sentence: where, acceptable, seen. */
export const title = (group: readonly Case[], exhibit: Evidence): string => {
  const operations = [...new Set(group.map(({ symptom }) => symptom.operation))];
  const fields = [...new Set(group.flatMap(({ field }) => field ?? []))];
  const { operation } = exhibit.symptom;
  // An input that names its request says enough by itself.
  const input = /^[A-Z]{3,7} /.test(exhibit.symptom.input)
    ? exhibit.symptom.input
    : `${operation}, ${exhibit.symptom.input}`;
  const outcome = `expected ${shorten(exhibit.expected, 300)}, got ${shorten(exhibit.seen, 300)}`;
  if (operations.length > 1)
    return `In ${count(operations.length, 'operation')} (${list(operations)}), such as ${input}: ${outcome}.`;
  if (group.length === 1) return `${input}: ${outcome}.`;
  if (fields.length === 1) return `${input} and other values of "${fields[0]}": ${outcome}.`;
  if (fields.length > 1) return `${input} and other inputs, fields ${list(fields)}: ${outcome}.`;
  return `${input} and ${count(group.length - 1, 'other input')}: ${outcome}.`;
};
