import type { Report } from '../schemas/generated/report.js';

/** Every format, as `--reporter` names it, with the files that it writes. Apart from what renders it: that is loaded late. */
export const formats = {
  console: [],
  json: ['report.json'],
  html: ['report.html'],
  junit: ['junit.xml'],
  markdown: ['summary.md'],
  har: ['exchanges.har'],
  github: [],
  badge: ['badge.json', 'badge.svg'],
} as const;

export type ReporterName = keyof typeof formats;

export const reporterNames = Object.keys(formats) as ReporterName[];

/** The output of a reporter; the caller writes it. */
interface Rendering {
  readonly files: Readonly<Record<string, string>>;
  readonly stdout?: string;
  /** Markdown for the summary of the GitHub job, if the run is part of one. */
  readonly jobSummary?: string;
}

/** The terminal that the text is for. */
export interface RenderOptions {
  /** Whether the terminal takes colours; false unless said. */
  readonly color?: boolean;
  /** Columns of the terminal; 100 unless said. */
  readonly width?: number;
  /** Whether all is told of what could not be judged; false unless said. */
  readonly verbose?: boolean;
  /** Fingerprints of findings that were told in full before: now one line each. */
  readonly told?: ReadonlySet<string>;
  /** The last lines, where the caller knows more than the report: what to do next, and the exit code. */
  readonly closing?: readonly string[];
}

export type Reporter = (report: Report, options?: RenderOptions) => Rendering;
