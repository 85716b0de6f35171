import { readFileSync } from 'node:fs';
import { CliError, systemReason } from './cli-error.js';

/**
 * What a JSON file of the user's holds; its shape is for the caller to check.
 * @param at Where it is.
 * @param bad The error where it is no JSON.
 * @param names The file as the user wrote it, and what comes before it in a message that it cannot be read.
 * @throws CliError `cannot-read`, or `bad`.
 */
export function readJson(
  at: string,
  bad: 'bad-config' | 'bad-baseline' | 'not-a-report',
  { file = at, what = '' }: { file?: string; what?: string } = {},
): unknown {
  let text: string;
  try {
    text = readFileSync(at, 'utf8');
  } catch (error) {
    throw new CliError('cannot-read', `${what}${file}: ${systemReason(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(bad, `${file} is not valid JSON (${(error as Error).message})`, { cause: error });
  }
}
