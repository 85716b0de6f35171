import type { Modification } from '../pipeline/modification.js';
import { startAnswers201 } from './start-answers-201.js';

/** The catalogue of variants: servers that differ in what the document leaves open, and conform. */
export const variants: readonly Modification[] = [startAnswers201];
