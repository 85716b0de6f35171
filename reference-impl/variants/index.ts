import { answers } from './answers.js';
import { bounds } from './bounds.js';
import { conflicts } from './conflicts.js';
import { fields } from './fields.js';
import { http } from './http.js';
import { load } from './load.js';
import { order } from './order.js';
import { text } from './text.js';
import type { Variant } from './variant.js';

export type { Variant } from './variant.js';

/** The catalogue of variants: servers that differ in what the document leaves open, and conform. */
export const variants: readonly Variant[] = [
  ...answers,
  ...text,
  ...bounds,
  ...fields,
  ...conflicts,
  ...order,
  ...http,
  ...load,
];
