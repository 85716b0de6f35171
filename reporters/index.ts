import { console } from './console.js';
import { json } from './json.js';
import type { Reporter } from './rendering.js';

/** Every format that a report can be told in, by the name that `--reporter` takes. */
export const reporters = {
  console: { files: [], render: (report, options) => ({ files: {}, stdout: console(report, options) }) },
  json: { files: ['report.json'], render: (report) => ({ files: { 'report.json': json(report) } }) },
} as const satisfies Record<string, Reporter>;

/** Name of a format. */
export type ReporterName = keyof typeof reporters;

export { exhibit, findings, fingerprint } from './findings.js';
export type { Rendering, RenderOptions, Reporter } from './rendering.js';
export { LEVELS, runVerdict, size, summarise, totals, VERDICTS } from './sums.js';
