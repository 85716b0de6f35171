/** Wrong answers in plain English. */
import { placeInAnswer } from '../../expect.js';
import { notOfPath } from '../../outcome.js';
import { withArticle as typeWithArticle } from '../../values/shapes.js';
import { insideOf, spelled } from '../joins/habits/wrapped.js';

/**
 * An answer that is wrong, as a predicate: `returns a console that is not an integer`, `leaves name out of its answer`.
 * @param outcomes The ways in which answers were wrong; the last one counts where there are only two.
 */
export function wrongAnswer(
  outcomes: readonly string[],
  outcome: string,
  what: 'answer' | 'errors' | 'answers and errors',
): string {
  const [first = outcome] = outcomes;
  const noun = severalWrong(outcomes) ?? wrong(outcomes.length > 2 ? first : outcome);
  const place = what === 'answer' ? 'its answer' : what;
  const around = insideOf(outcome);
  if (around !== undefined) return `puts ${place} inside "${around}"`;
  if (outcome === spelled) return `spells names of fields otherwise in ${place}`;
  if (noun.startsWith('no ')) return `leaves ${noun.slice('no '.length)} out of ${place}`;
  if (/^a body behind /.test(noun)) return `sends ${noun.replace('a body behind its', 'a body with')}`;
  if (what === 'answer') return `returns ${noun}`;
  return what === 'errors' ? `answers errors with ${noun}` : `sends ${what} with ${noun}`;
}

/** A violation as a noun: `/console must be integer` becomes `a console that is not an integer`. */
function wrong(outcome: string): string {
  const place = placeInAnswer(outcome);
  const id = notOfPath.fieldIn(outcome);
  if (id !== undefined) return `a ${id} that is not the one in the path`;
  if (!place)
    return outcome === ''
      ? 'a wrong body'
      : outcome
          .replace(/^not valid/, 'invalid')
          .replace(/^must be (array|object)$/, 'a body that is not an $1')
          .replace(/^that (\w+_id)$/, 'the $1 from the body')
          .replace(/^content-(type|length)/, (name) => headers[name] ?? name)
          .replace(/^is missing$/, 'an empty body')
          .replace(/^must show what was created$/, 'an empty list after creations')
          .replace(/^(\S+) is missing$/, 'no $1')
          .replace(/^body on (\d+)$/, 'a body behind its $1')
          .replace(/^(\S+) must be (.+)$/, 'a $1 that is not $2');
  const { pointer, message } = place;
  const field = pointer
    .split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .join('.');
  if (message === 'is missing') return `no ${field}`;
  const isItem = /\/\d+$/.test(pointer);
  const noun = isItem ? `an item${field === '' ? '' : ` of ${field}`}` : fieldWithArticle(field);
  const says = described(message);
  return `${noun} that ${noun === field ? says.replace(/^is /, 'are ') : says}`;
}

const headers: Readonly<Record<string, string>> = {
  'content-type': 'Content-Type',
  'content-length': 'Content-Length',
};

/** Several fields that are wrong in the same way; undefined where there are none. */
function severalWrong(outcomes: readonly string[]): string | undefined {
  const all = outcomes.flatMap((each) => placeInAnswer(each) ?? []);
  const names = [...new Set(all.map(({ pointer }) => pointer.replace(/^\/(\d+\/)?/, '')))];
  const message = all[0]?.message ?? '';
  const isAlike = all.every((each) => each.message === message);
  const isOfWords = all.every((each) => each.message.startsWith('must be one of '));
  if (names.length === 1 && !isAlike && isOfWords) return `${fieldWithArticle(`${names}`)} that ${noValue}`;
  if (names.length < 2 || (names.length === 2 && !isAlike)) return undefined;
  const isMissing = message === 'is missing';
  const two = names.slice(0, 2);
  const fields = names.length > 2 ? `${two.join(', ')} and others` : two.join(isMissing ? ' or ' : ' and ');
  if (!isAlike) return `${fields} of the wrong type`;
  return isMissing
    ? `no ${fields}`
    : `${fields} that ${described(message)
        .replace(/^is not an? (.+)$/, 'are not $1s')
        .replace(/^is /, 'are ')}`;
}

export const plurals = /(^|\.)(ports|properties|interfaces)$/;

/** A field's name with `a` or `an`, as it is pronounced; with none where it is a plural. */
export const fieldWithArticle = (name: string) =>
  plurals.test(name) ? name : `${/^([aeio]|(x|svg|md5sum|l1_\w+|nvram)$)/.test(name) ? 'an' : 'a'} ${name}`;

const types = /^must be (?:string|integer|number|boolean|array|object|null)\b/;

/** Enums up to this length stand in a title. */
const maxEnum = 60;
const noValue = 'is not a documented value';

/** What is wrong with a value, as it completes "a name that …". */
function described(message: string): string {
  if (types.test(message)) return `is not ${typeWithArticle(message.slice('must be '.length))}`;
  // Long enums are told in the evidence.
  if (message.length > maxEnum && message.startsWith('must be one of ')) return noValue;
  return message.replace(/^must be /, 'is not ').replace(/^must not be /, 'is ');
}
