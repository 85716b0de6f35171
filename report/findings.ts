import { createHash } from 'node:crypto';
import type { Finding, Level, Report } from '../schemas/generated/report.js';
import { LEVELS } from './summary.js';

const severity = (level: Level): number => LEVELS.indexOf(level);

/** The most severe first, then those that break the most. */
export const inOrder = (a: Omit<Finding, 'id'>, b: Omit<Finding, 'id'>): number =>
  severity(a.level) - severity(b.level) ||
  b.requirements.length - a.requirements.length ||
  a.title.localeCompare(b.title);

/** Findings in their order, as a report numbers them. */
export const numbered = (findings: readonly Omit<Finding, 'id'>[]): Finding[] =>
  findings.map((finding, index) => ({ id: `F${index + 1}`, ...finding }));

/** The findings of several reports, those that are made of the same together. */
export const joined = (reports: readonly Report[]): Finding[] => {
  const known = new Map<string, Omit<Finding, 'id'>>();
  // A replay names a finding by its id, which is another one here.
  for (const { id: _id, replay: _replay, ...finding } of reports.flatMap(({ findings }) => findings)) {
    const same = known.get(finding.fingerprint);
    const both = (ids: readonly string[], more: readonly string[]) => [...new Set([...ids, ...more])];
    known.set(
      finding.fingerprint,
      same
        ? {
            ...same,
            requirements: both(same.requirements, finding.requirements),
            consequences: both(same.consequences, finding.consequences),
          }
        : finding,
    );
  }
  return numbered([...known.values()].toSorted(inOrder));
};

/** Equal for equal texts, and short. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
