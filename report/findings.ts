import type { Finding, Level, Report } from '../schemas/generated/report.js';
import { LEVELS } from './summary.js';

const severity = (level: Level): number => LEVELS.indexOf(level);

/** Sorts findings: the most severe first, then those that break the most requirements. */
export const inOrder = (a: Omit<Finding, 'id'>, b: Omit<Finding, 'id'>): number =>
  severity(a.level) - severity(b.level) ||
  b.requirements.length - a.requirements.length ||
  a.title.localeCompare(b.title);

/** Gives findings their ids, in the order given: F1, F2, … */
export const numbered = (findings: readonly Omit<Finding, 'id'>[]): Finding[] =>
  findings.map((finding, index) => ({ id: `F${index + 1}`, ...finding }));

/** The findings of several reports; those with the same fingerprint become one. */
export const joined = (reports: readonly Report[]): Finding[] => {
  const known = new Map<string, Omit<Finding, 'id'>>();
  // The command that replays a finding has its old id.
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
