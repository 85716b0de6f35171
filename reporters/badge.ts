import { makeBadge } from 'badge-maker';
import type { Report, RunVerdict } from '../schemas/generated/report.js';

const COLORS: Record<RunVerdict, string> = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  incomplete: 'yellow',
};

const MESSAGES: Record<RunVerdict, (must: Report['summary']['must']) => string> = {
  conformant: ({ passed }) => `conformant, ${passed} must`,
  'non-conformant': ({ passed, failed }) => `${failed} of ${passed + failed} must broken`,
  incomplete: (must) =>
    `incomplete, ${must.inconclusive + must['not-exercised'] + must['suite-error']} must not judged`,
};

const parts = ({ verdict, summary }: Report) => ({
  label: 'netemu conformance',
  message: MESSAGES[verdict](summary.must),
  color: COLORS[verdict],
});

/** The badge as JSON for an endpoint badge of shields.io. */
export const badgeJson = (report: Report): string =>
  `${JSON.stringify({ schemaVersion: 1, ...parts(report) }, null, 2)}\n`;

/** The badge as a picture. */
export const badgeSvg = (report: Report): string => `${makeBadge(parts(report))}\n`;
