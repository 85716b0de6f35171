/** The outputs of the process that a report is printed to. */
import pc from 'picocolors';
import type { RenderOptions } from '../../reporters/rendering.js';
import type { Io } from '../io.js';

export interface Terminal {
  readonly print: (text: string) => void;
  readonly rendering: RenderOptions;
  /** File to append the summary of the GitHub job to, if there is one. */
  readonly jobSummary: string | undefined;
}

export const terminalOf = ({ stdout, env }: Io, options: RenderOptions = {}): Terminal => ({
  print: (text) => stdout.write(text),
  rendering: { color: pc.isColorSupported, ...(stdout.columns && { width: stdout.columns }), ...options },
  jobSummary: env.GITHUB_STEP_SUMMARY,
});
