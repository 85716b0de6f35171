import type { Report } from '../schemas/generated/report.js';
import { badgeJson, badgeSvg } from './badge.js';
import { console } from './console.js';
import { githubCommands } from './github.js';
import { har } from './har.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { Reporter, ReporterName } from './rendering.js';

const file = (name: string, render: (report: Report) => string): Reporter => ({
  files: [name],
  render: (report) => ({ files: { [name]: render(report) } }),
});

/** Every output format, by the name that `--reporter` takes. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  console: { files: [], render: (report, options) => ({ files: {}, stdout: console(report, options) }) },
  json: file('report.json', json),
  html: file('report.html', html),
  junit: file('junit.xml', junit),
  markdown: file('summary.md', markdown),
  har: file('exchanges.har', har),
  github: {
    files: [],
    render: (report) => ({ files: {}, stdout: githubCommands(report), jobSummary: markdown(report) }),
  },
  badge: {
    files: ['badge.json', 'badge.svg'],
    render: (report) => ({ files: { 'badge.json': badgeJson(report), 'badge.svg': badgeSvg(report) } }),
  },
};

export { compare, compareExitCode } from '../report/compare.js';
export { matrix } from '../report/matrix.js';
export { MergeError, merge } from '../report/merge.js';
export { compareJson, compareMarkdown, compareText } from './comparison/compare.js';
export { matrixHtml } from './comparison/matrix-html.js';
export { matrixMarkdown } from './comparison/matrix-markdown.js';
export { matrixText } from './comparison/matrix-text.js';
export type { RenderOptions, ReporterName } from './rendering.js';
export { isScript, isScriptName, repro } from './repro.js';
