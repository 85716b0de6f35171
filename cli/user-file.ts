/** Files that the user names, as text or as JSON. */
import { readFileSync } from 'node:fs';
import { CliError, systemReason } from './cli-error.js';

/**
 * The text of a file.
 * @param named What a message calls the file.
 * @throws CliError `cannot-read`.
 */
export function readText(path: string, named = path): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError('cannot-read', `${named}: ${systemReason(error)}`, { cause: error });
  }
}

/**
 * The value in a JSON file; the caller checks its shape.
 * @param bad The error to throw when the file is not JSON.
 * @param names What messages call the file, and words to put before it when it cannot be read.
 * @throws CliError `cannot-read`, or `bad`.
 */
export function readJson(
  path: string,
  bad: 'bad-config' | 'bad-baseline' | 'not-a-report',
  { file = path, what = '' }: { file?: string; what?: string } = {},
): unknown {
  const text = readText(path, what + file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(bad, `${file} is not valid JSON (${(error as Error).message})`, { cause: error });
  }
}
