/** What published results were measured with. Their pages name it, and a test finds those older than the code. */
import { newestSet } from './requirement-set.js';

/**
 * Increased with each change that makes the engine send other requests or judge them differently, for the same
 * requirements.
 */
const engine = 1;

/** The requirement set and the engine of this code, as pages of results name them. */
export const basis = `requirement set ${newestSet}, engine ${engine}`;
