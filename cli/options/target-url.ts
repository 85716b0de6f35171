import { CliError } from '../cli-error.js';
import { didYouMean } from './suggestion.js';

/** Given in place of a URL to judge the reference implementation. */
export const referenceWord = 'reference';

export interface TargetUrl {
  /** Without credentials and without a slash at the end. */
  readonly baseUrl: string;
  /** `user:password` from the URL. */
  readonly user?: string;
}

/**
 * Parses the base URL of a target. Its path, if any, is the prefix of every request.
 * @param commands What may have been meant instead.
 * @throws CliError when it is not a base URL.
 */
export function targetUrl(text: string, commands: readonly string[] = []): TargetUrl {
  if (text.trim() === '') throw new CliError('empty-url');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw new CliError('bad-url', JSON.stringify(withoutCredentials(text)) + hint(text, commands));
  const prefix = url.pathname.replace(/\/+$/, '');
  const baseUrl = url.origin + prefix;
  if (url.search !== '' || url.hash !== '') throw new CliError('url-with-query', baseUrl);
  const [before = ''] = prefix.split(/\/v2(?=\/|$)/, 1);
  if (before !== prefix) throw new CliError('url-with-version', url.origin + before);
  const user = `${decode(url.username)}:${decode(url.password)}`;
  return { baseUrl, ...(user !== ':' && { user }) };
}

function hint(text: string, commands: readonly string[]): string {
  return /^[\w.-]+:\d+/.test(text) ? ` (did you mean http://${text}?)` : didYouMean(text, commands);
}

const withoutCredentials = (text: string) => text.replace(/\/\/[^/]*@/, '//');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
