/** Whether a value that is shown means what was sent. */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../http/exchange.js';
import { sameMarkup } from './same-markup.js';
import { isFormOf, isOrdinaryText } from './same-text.js';

/**
 * Text may come back in another Unicode normal form, an angle modulo 360, a drawing with character references or
 * with its markup written otherwise: what is meant is the same. So it is of text at the edge, in a form of it.
 */
export function sameValue(field: string, shown: Json | undefined, sent: Json): boolean {
  // The first for -0, which is JSON for nothing but 0.
  if (shown === sent || isDeepStrictEqual(shown, sent)) return true;
  if (field === 'rotation' && typeof shown === 'number' && typeof sent === 'number')
    return (shown - sent) % 360 === 0;
  if (typeof sent !== 'string') return false;
  // What is nothing but white space may be shown as no text at all.
  if (shown === null) return sent.trim() === '';
  if (typeof shown !== 'string') return false;
  if (field === 'svg') return sameMarkup(shown, sent);
  return shown.normalize() === sent.normalize() || (!isOrdinaryText(sent) && isFormOf(shown, sent));
}
