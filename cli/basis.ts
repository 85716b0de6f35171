/** What results rest on: pages of results name it, and a test tells which of them are older than the code. */
import { newestSet } from './requirement-set.js';

/**
 * Counts up with each change that makes the engine send something else or judge it differently, the requirements
 * being the same.
 */
const engine = 1;

/** The requirement set and the engine of this code, as pages of results say it. */
export const basis = `requirement set ${newestSet}, engine ${engine}`;
