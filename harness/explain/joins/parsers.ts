/** Joins operations that read bodies in the same wrong way: what reads or parses one body does so wherever it is read. */
import { lengthOf } from '../../http/exchange.js';
import { nonObjects } from '../../values/malformed.js';
import { type Cause, isInvalidTaken } from '../cause.js';
import { ofKind } from '../features/feature.js';
import { malformedInput } from '../features/of-bodies.js';
import { joinedToHosts, together, toldIn } from './together.js';

/** The part of a server that reads what is malformed: bytes become text, text becomes a value, and then it ends. */
export function readBy(body = ''): string {
  if (body.endsWith('not UTF-8')) return 'decoder';
  return body.endsWith('behind the JSON') ? 'end' : 'parser';
}

/** Whether bodies are concerned that do not arrive as a whole: what reads only the first part fails at all of them. */
export const isOfPieces = (cause: Cause) => isOf([...inPieces, cutText], cause);

const isOf = (ways: readonly string[], { circumstance }: Cause) =>
  circumstance.length === 1 && circumstance.every((each) => ways.includes(each));

const inPieces = ['body:a body in chunks', 'body:a body in two pieces'];
const cutText = 'body:text with an accent that a chunk cuts';
/** Bytes of a body from which on it arrives in several pieces in any case. */
const longBody = 16 * 1024;

export const arriveInPieces = ({ sightings }: Cause) =>
  sightings.every(({ failure }) => {
    const sent = failure?.exchanges.findLast(({ request }) => request.body !== undefined)?.request;
    return sent && (sent.headers.some(isChunked) || lengthOf(sent.body) > longBody);
  });
const isChunked = ([name]: readonly [string, string]) => name === 'transfer-encoding';

/** The outcome of bodies in pieces that are not read as a whole, which shows in several ways. */
export const unread = 'is not read';

/** Joins what becomes of bodies in pieces where operations answer them in different ways, so that they read none. */
export function joinedByPieces(causes: readonly Cause[]): Cause[] {
  const pieces = causes.filter(isOfPieces);
  const isOfThem = ({ operations }: Cause) =>
    operations.every((id) => pieces.some((each) => each.operations.includes(id)));
  const some = causes.filter((each) => pieces.includes(each) || (isOfThem(each) && arriveInPieces(each)));
  const main = pieces.find((each) => isOf(inPieces, each));
  if (!main || new Set(some.map(({ outcome }) => outcome)).size < 2) return [...causes];
  const told = {
    circumstance: main.circumstance,
    aspect: 'state',
    expected: 'whole bodies',
    outcome: unread,
  } as const;
  return [together(asOne(some), some, told), ...causes.filter((cause) => !some.includes(cause))];
}

const isOfBody = ofKind('body');

/** The kinds of malformed JSON that a cause is about. */
const kindsOf = ({ circumstance, also = [] }: Cause) => [
  ...new Set([circumstance, ...also].flatMap((features) => features.filter(isOfBody).slice(0, 1))),
];

/** Whether all that was sent is malformed JSON. */
export const isMalformed = ({ sightings }: Cause): boolean =>
  sightings.every(({ features }) => features.includes(malformedInput));

const isLenient = (cause: Cause) =>
  isInvalidTaken(cause) &&
  isMalformed(cause) &&
  kindsOf(cause).length > 0 &&
  kindsOf(cause).every((kind) => readBy(kind) === 'parser');

const scalars = nonObjects
  .map(([label]) => `body:${label}`)
  .filter((each) => !each.startsWith('body:an array'));

/** Joins single values as a whole body with malformed JSON that is answered in the same way: a strict parser takes none. */
export function joinedByStrictness(causes: readonly Cause[]): readonly Cause[] {
  const isOfScalars = (cause: Cause) =>
    toldIn(cause).every(
      (features) => features.length === 1 && features.every((each) => scalars.includes(each)),
    );
  const hostOf = (cause: Cause) =>
    isOfScalars(cause) && !isInvalidTaken(cause)
      ? causes.find(
          (other) =>
            isMalformed(other) &&
            other.expected === cause.expected &&
            other.outcome === cause.outcome &&
            cause.operations.every((id) => other.operations.includes(id)),
        )
      : undefined;
  return joinedToHosts(causes, hostOf, (host, mine) => together(host, [host, ...mine]));
}

/** Those that share a kind of it are one; what takes other kinds is another parser. */
export function joinedByParser(causes: readonly Cause[]): Cause[] {
  const groups: Cause[][] = [];
  for (const cause of causes.filter(isLenient)) {
    const kinds = kindsOf(cause);
    const isAlike = (group: readonly Cause[]) =>
      group.some((each) => kindsOf(each).some((kind) => kinds.includes(kind)));
    const alike = groups.filter(isAlike);
    for (const group of alike) groups.splice(groups.indexOf(group), 1);
    groups.push([...alike.flat(), cause]);
  }
  return [...groups.map(asOne), ...causes.filter((cause) => !isLenient(cause))];
}

function asOne(causes: readonly Cause[]): Cause {
  const [main, ...more] = causes.toSorted((a, b) => b.failed - a.failed);
  if (!main) throw new RangeError('there is no cause');
  if (more.length === 0) return main;
  const [first = '', ...others] = [...new Set([main, ...more].flatMap(kindsOf))];
  return together(main, causes, {
    circumstance: [first],
    ...(others.length > 0 && { also: others.map((kind) => [kind]) }),
    otherwise: Math.max(...causes.map(({ otherwise }) => otherwise)),
    spared: Math.max(...causes.map(({ spared }) => spared)),
  });
}
