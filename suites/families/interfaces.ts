/** The interfaces of a cloud are its target's to change, but no list becomes that of another cloud (2.6, 4.7). */
import { isDeepStrictEqual } from 'node:util';
import { succeeded } from '../../harness/expect.js';
import { isObject, type Json } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { notExercised, type Outcome } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { alone, field, listIn, mapped, mine, ofSameName, type Story, theirs, theOther } from './ports.js';

const id = 'cloud.update';
const deletion = 'cloud.delete';

export function interfaces(): Requirement[] {
  const { should } = family(id, 'state');
  return [
    should(
      'spares-siblings.interfaces',
      `${gerund[id]} with interfaces does not give them to another cloud instance in the project.`,
      async (run, judge) => giving(judge, await mapped(run)),
    ),
    should(
      'stores.interfaces.each',
      `${gerund[id]} with interfaces replaces those of the previous update, and stores each of several, if it shows just those that were sent.`,
      async (run, judge) => replacing(judge, await mapped(run)),
    ),
    should(
      'keeps-others.interfaces',
      `${gerund[id]} without interfaces leaves those of the previous update, if it shows just those that were sent.`,
      async (run, judge) => keeping(judge, await mapped(run)),
    ),
    family(deletion, 'state').should(
      'spares-siblings.interfaces',
      `${gerund[deletion]} leaves the interfaces that were written to another cloud instance in the project.`,
      async (run, judge) => leaving(judge, await mapped(run)),
    ),
  ];
}

const unkept = notExercised('the server does not keep the interfaces that it is sent');

/** The interfaces of a cloud are the target's to change, but it is no chance when they become those of another. */
function giving(judge: Judge, { other }: Story): Outcome {
  if (!other) return alone;
  const { given, before, writes, after } = other;
  if (!isDeepStrictEqual(listIn(before, 'interfaces'), theirs) || !writes.slice(-2).some(succeeded))
    return unkept;
  const shown = listIn(after, 'interfaces');
  const taken = [mine, ofSameName].find((each) => isDeepStrictEqual(shown, each));
  const miss = shownInstead('interfaces', theirs, 'as before', taken);
  if (taken) judge.harm(id, miss, theOther, [given, before, ...writes, after]);
  return judge.outcome();
}

const isNamedLikeMine = (shown: Json) => isObject(shown) && mine.some(({ name }) => name === shown.name);
const isMine = (shown: Json) => mine.some((one) => isDeepStrictEqual(shown, one));
const isOfSameName = (shown: Json) => ofSameName.some((one) => isDeepStrictEqual(shown, one));

/** Interfaces may be those of the host, but who shows what was written, and nothing else, has stored it. */
function replacing(judge: Judge, { first, inTurn, emptied }: Story): Outcome {
  const [write, before, again, after] = inTurn;
  const [initial, was, is] = [first, before, after].map((each) => listIn(each, 'interfaces'));
  const isAnswered =
    isDeepStrictEqual(listIn(write, 'interfaces'), mine) &&
    isDeepStrictEqual(listIn(again, 'interfaces'), ofSameName);
  const isKept = isDeepStrictEqual(was, mine) && succeeded(again);
  // Who shows a single one as it was sent is to show several so.
  const isOurs = was !== undefined && was.length > 0 && was.every(isNamedLikeMine);
  if (isDeepStrictEqual(is, ofSameName) && isOurs && !(was.length === mine.length && was.every(isMine))) {
    const miss = shownInstead('interfaces', mine, 'as it was sent', was);
    const outcome = was.length < mine.length ? 'not stored' : 'stored otherwise';
    judge.miss(miss, 'several interfaces', [write, before], outcome, undefined, id);
    return judge.outcome();
  }
  if (!is || !(isKept || isAnswered)) return unkept;
  const isLeft = is.some(isMine);
  const isAsAtFirst = [was, is].every((each) => isDeepStrictEqual(each, initial));
  const miss = shownInstead('interfaces', ofSameName, 'as it was sent', is);
  if (isLeft || (isAnswered && isAsAtFirst))
    judge.miss(
      miss,
      isLeft ? 'fewer interfaces than before' : 'other interfaces',
      [...inTurn],
      'not stored',
      undefined,
      id,
    );
  // The usual ones may stand for none, but not those that were written last.
  const isStill = [is, listIn(emptied.reading, 'interfaces')].every((each) =>
    isDeepStrictEqual(each, ofSameName),
  );
  if (isKept && isStill && succeeded(emptied.write)) {
    const still = shownInstead('interfaces', [], 'as it was sent', ofSameName);
    judge.miss(
      still,
      'an empty list of interfaces',
      [...inTurn, emptied.write, emptied.reading],
      'not stored',
      undefined,
      id,
    );
  }
  return judge.outcome();
}

/** What was written goes with no update of something else. */
function keeping(judge: Judge, { inTurn, left, named }: Story): Outcome {
  const before = left?.after ?? inTurn[3];
  if (!named || !isDeepStrictEqual(listIn(before, 'interfaces'), ofSameName)) return unkept;
  const { write, reading } = named;
  if (!succeeded(write)) return got(id, write);
  const shown = listIn(reading, 'interfaces');
  if (!shown) return unkept;
  const miss = shownInstead('interfaces', ofSameName, 'as before', shown);
  if (!shown.some(isOfSameName))
    judge.miss(miss, `a ${field}`, [...inTurn, write, reading], 'other fields changed', undefined, id);
  return judge.outcome();
}

/** What was written to one goes with nothing else. */
function leaving(judge: Judge, { inTurn, left }: Story): Outcome {
  if (!left) return alone;
  const { removal, after } = left;
  if (!succeeded(removal)) return got(deletion, removal);
  const shown = listIn(after, 'interfaces');
  if (!isDeepStrictEqual(listIn(inTurn[3], 'interfaces'), ofSameName) || !shown) return unkept;
  const miss = shownInstead('interfaces', ofSameName, 'as before', shown);
  if (!shown.some(isOfSameName)) judge.harm(deletion, miss, theOther, [...inTurn, removal, after]);
  return judge.outcome();
}
