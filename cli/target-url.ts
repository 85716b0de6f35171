import { Failure } from './failure.js';
import { suggestion } from './suggestion.js';

export interface TargetUrl {
  /** Without credentials and without a slash at its end. */
  readonly baseUrl: string;
  /** `user:password` from the URL. */
  readonly user?: string;
}

/**
 * Reads the base URL of a target; a path in it is a prefix of every request.
 * @throws Failure when it is none.
 */
export function targetUrl(text: string): TargetUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw new Failure('bad-url', JSON.stringify(withoutCredentials(text)) + hint(text));
  const prefix = url.pathname.replace(/\/+$/, '');
  const baseUrl = url.origin + prefix;
  if (url.search !== '' || url.hash !== '') throw new Failure('url-with-query', baseUrl);
  if (/\/v2$/.test(prefix)) throw new Failure('url-with-version', baseUrl.slice(0, -'/v2'.length));
  const user = `${decode(url.username)}:${decode(url.password)}`;
  return { baseUrl, ...(user !== ':' && { user }) };
}

const commands = ['list', 'explain', 'doctor', 'serve', 'report', 'compare', 'matrix', 'merge'];

function hint(text: string): string {
  const near = /^[\w.-]+:\d+/.test(text) ? `http://${text}` : suggestion(text, commands);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

const withoutCredentials = (text: string) => text.replace(/\/\/[^/]*@/, '//');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
