/** All statements of the suite without their checks, which take a while to load. */
import { readFileSync } from 'node:fs';
import type { Statement } from '../harness/requirement.js';

const file = new URL('../suites/generated/statements.json', import.meta.url);

/** Every requirement in the order of the document. */
export const statements = JSON.parse(readFileSync(file, 'utf8')) as readonly Statement[];
