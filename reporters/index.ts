import type { Report } from '../schemas/generated/report.js';
import { badgeJson, badgeSvg } from './badge.js';
import { console } from './console.js';
import { githubCommands } from './github.js';
import { har } from './har.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import { formats, type Reporter, type ReporterName } from './rendering.js';

/** A format of files only: what renders each of them, in the order of {@link formats}. */
const files =
  (name: ReporterName, ...renderers: readonly ((report: Report) => string)[]): Reporter =>
  (report) => ({
    files: Object.fromEntries(renderers.map((render, index) => [formats[name][index], render(report)])),
  });

/** Every output format, by the name that `--reporter` takes. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  console: (report, options) => ({ files: {}, stdout: console(report, options) }),
  json: files('json', json),
  html: files('html', html),
  junit: files('junit', junit),
  markdown: files('markdown', markdown),
  har: files('har', har),
  github: (report) => ({ files: {}, stdout: githubCommands(report), jobSummary: markdown(report) }),
  badge: files('badge', badgeJson, badgeSvg),
};
