/** Secrets never reach a report: the headers that a user gave, credentials, and their values wherever they turn up. */
import type { Headers } from '../http/exchange.js';

const always = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);
/** Shorter values would blank out ordinary text. */
const shortestSecret = 4;

export class Redactor {
  readonly #values: readonly string[];
  readonly #names: ReadonlySet<string>;

  /** @param given Headers that the user configured; their names are told, their values are not. */
  constructor(given: Headers) {
    this.#names = new Set([...always, ...given.map(([name]) => name.toLowerCase())]);
    const credentials = given.flatMap(([name, value]) => [value, ...credentialsIn(name, value)]);
    this.#values = [...new Set(credentials)]
      .filter((value) => value.length >= shortestSecret)
      .sort((a, b) => b.length - a.length);
  }

  /** Length of the longest secret in UTF-16 units. */
  get longest(): number {
    return this.#values[0]?.length ?? 0;
  }

  /** Text without the values of secrets. */
  text(text: string): string {
    return this.#values.reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text);
  }

  headers(headers: Headers): [string, string][] {
    return headers.map(([name, value]) => [
      this.text(name),
      this.#names.has(name.toLowerCase()) ? placeholder(name) : this.text(value),
    ]);
  }
}

/** What stands for a secret: a reader can fill it in. */
export const placeholder = (name: string) => `<${name.toLowerCase()}>`;

/** The token of `Bearer x`, and the password inside `Basic x`. */
function credentialsIn(name: string, value: string): string[] {
  if (name.toLowerCase() !== 'authorization') return [];
  const token = value.split(' ')[1] ?? '';
  if (!/^basic /i.test(value)) return [token];
  const decoded = Buffer.from(token, 'base64').toString();
  return [token, decoded, decoded.slice(decoded.indexOf(':') + 1)];
}
