/** How a title calls a body that is sent as a text. */
import { nonObjects } from '../../values/malformed.js';

const bodies: Readonly<Record<string, string>> = {
  '{}': 'an empty object',
  'no body': 'requests without a body',
  'no Content-Type': 'requests without a Content-Type',
  truncated: 'truncated JSON',
  'a trailing comma': 'JSON with a trailing comma',
  'single quotes': 'JSON with single quotes',
  'an unquoted key': 'JSON with an unquoted key',
  'a bare word': 'a bare word as JSON',
  'two values': 'two JSON values',
  'a closing brace too many': 'an extra closing brace',
  'an unescaped line break': 'an unescaped line break in a string',
  'a comment': 'JSON with a comment',
  'a leading zero': 'a number with a leading zero',
  'a point without digits': 'a number that ends with a point',
  'a plus sign': 'a number with a plus sign',
  'a literal of another language': 'True as JSON',
  'an unknown escape': 'an unknown escape in a string',
  'an incomplete escape': 'an incomplete escape in a string',
  'a missing comma': 'JSON with a missing comma',
  'a word behind it': 'a word after the JSON',
  'something behind the JSON': 'something after the JSON',
  'a form': 'form data',
  arrays: 'an array as the whole body',
  'a slash behind a backslash': 'an escaped slash',
  'text with an accent and a media type with charset': 'an accent and a media type with charset',
  'text with an accent that a chunk cuts': 'an accent that a chunk cuts',
};

/** Whether a body is nothing but such a value. */
const isWhole = (name: string) => nonObjects.some(([label]) => label === name);

/** The noun for a feature of a body. */
export const spokenBody = (name: string): string =>
  bodies[name] ?? (isWhole(name) ? `${name} as the whole body` : name.replace(/ it$/, ' the JSON'));
