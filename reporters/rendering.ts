import type { Report } from '../schemas/generated/report.js';

/** What a reporter makes of a report. Writing it is the caller's part. */
export interface Rendering {
  /** Text by file name. */
  readonly files: Readonly<Record<string, string>>;
  /** Text for the standard output. */
  readonly stdout?: string;
  /** Markdown for the summary of a GitHub job, where the run is in one. */
  readonly jobSummary?: string;
}

/** What a reporter may be told about the place where its text is shown. */
export interface RenderOptions {
  /** Whether the terminal takes colours; false unless said. */
  readonly color?: boolean;
  /** Columns of the terminal; 100 unless said. */
  readonly width?: number;
}

/** One format. */
export interface Reporter {
  /** Names of the files that it gives. */
  readonly files: readonly string[];
  /** The report in this format. */
  readonly render: (report: Report, options?: RenderOptions) => Rendering;
}
