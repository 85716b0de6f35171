import type { Report } from '../schemas/generated/report.js';

/** Every format, as `--reporter` names it. */
export const reporterNames = [
  'console',
  'json',
  'html',
  'junit',
  'markdown',
  'har',
  'github',
  'badge',
] as const;

/** Name of a format. */
export type ReporterName = (typeof reporterNames)[number];

/** The output of a reporter; the caller writes it. */
export interface Rendering {
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

/** One format. */
export interface Reporter {
  readonly files: readonly string[];
  readonly render: (report: Report, options?: RenderOptions) => Rendering;
}
