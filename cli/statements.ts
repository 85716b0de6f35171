/** What the suite states, without the checks: who only tells of it need not load them, which takes a while. */
import { readFileSync } from 'node:fs';
import type { Statement } from '../harness/requirement.js';

const file = new URL('../suites/generated/statements.json', import.meta.url);

/** Every requirement in the order of the document. */
export const statements = JSON.parse(readFileSync(file, 'utf8')) as readonly Statement[];
