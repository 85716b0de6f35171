/** Texts that hold what their field takes, and more: many patterns are not bound to both ends. */
import type { JsonSchema } from '../../../schemas/index.js';
import { andUuid } from '../../../schemas/uuid.js';

const ways: readonly (readonly [words: string, has: (text: string, part: string) => boolean])[] = [
  ['that begins with a listed value', (text, part) => text.startsWith(part)],
  ['that ends with a listed value', (text, part) => text.endsWith(part)],
  ['that holds a listed value', (text, part) => text.includes(part)],
];

/** What a text is like that a field does not allow, by the listed values, or the UUID, in it. */
export function holdingOf({ enum: listed = [], format }: JsonSchema, text: string): string[] {
  if (format === 'uuid') return andUuid.test(text) ? ['that ends with a UUID'] : [];
  const words = listed.filter((each) => typeof each === 'string' && each !== '') as string[];
  return ways.filter(([, has]) => words.some((each) => has(text, each))).map(([way]) => way);
}
