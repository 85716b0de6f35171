/** Names that another resource has, in another project: whether they may be shared is not shown (sections 2 and 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import { anyOf, isRefused, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import {
  changedThoughRefused,
  inState,
  notExercised,
  notWhatWasWritten,
  passed,
} from '../../harness/outcome.js';
import { codesFor, shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { unexpectedChange } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { nameFrom } from '../../harness/values/placeholders.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { isInstance } from '../../harness/worlds/resource.js';
import { operation } from '../../schemas/index.js';
import { family, got, last } from '../define.js';
import { gerund, noun, one } from '../words.js';
import { shownIn } from './state.js';

const input = 'the name of another';
export const notAsSent = notExercised('the server does not show a name as it was sent');
export const namesTaken = notExercised('the server refuses names already in use');
const nameless = notExercised('the response has no name to compare');

/** Small letters become capitals and the other way round: what compares without regard to them sees no change. */
const inOtherLetters = (name: string) =>
  name.replace(/[a-z]/gi, (each) => (each < 'a' ? each.toLowerCase() : each.toUpperCase()));

/** A name that was written to one, and then to another. */
const writtenTwice = (run: Run, id: WriteId) => {
  const { kind, read } = writeOperations[id];
  return run.once(`${id} with the name of another`, () =>
    run.withTwo(kind, 'write', async (one, other) => {
      // Not that of a plain write, which another one in the project may have.
      const json = { name: nameFrom(one.node_id ?? one.project_id, 'c') };
      const first = await run.send(id, one, { json }, 'write a name');
      const again = isInstance(kind) ? await writtenAgain(run, id, one, json) : undefined;
      const second = await run.send(id, other, { json }, 'write it to another');
      const look = (of: Fixture, purpose: string) => run.send(read, of, undefined, purpose);
      const own = await look(one, 'read the one');
      const letters = { name: inOtherLetters(json.name) };
      const renamed = await run.send(id, one, { json: letters }, 'write it in other letters');
      const shown = await look(one, 'read it in other letters');
      const same = hasConsole(id) ? await consoleAgain(run, id, one, shownIn(shown, 'console')) : undefined;
      const theirs = await look(other, 'read the other');
      const console = hasConsole(id) ? await consoleOf(run, id, other, theirs) : undefined;
      const clash = { json: { name: json.name.replace(/c$/, 'd'), console } };
      const taken = typeof console === 'number' && {
        console,
        name: clash.json.name,
        write: await run.send(id, one, clash, "write the other's console"),
        after: await look(one, 'read what it left'),
      };
      return {
        name: json.name,
        first,
        again,
        second,
        own,
        letters: letters.name,
        renamed,
        shown,
        same,
        theirs,
        taken,
      };
    }),
  );
};

const hasConsole = (id: WriteId) => writeOperations[id].fields.some(({ name }) => name === 'console');

/** The console that is shown, or one that is taken: some servers show none, or none before one is written. */
async function consoleOf(run: Run, id: WriteId, of: Fixture, read: Exchange): Promise<unknown> {
  const [shown, ours] = [shownIn(read, 'console'), 6789];
  const write = () => run.send(id, of, { json: { console: ours } }, 'write a console');
  return shown ?? (succeeded(await write()) ? ours : undefined);
}

/** How long a target may be busy with an update, in milliseconds. */
const busyMs = 500;

async function writtenAgain(run: Run, id: WriteId, own: Fixture, json: object): Promise<Exchange> {
  const write = () => run.send(id, own, { json }, 'write the same again');
  const again = await write();
  if (status(409)(again)) return again;
  await sleep(busyMs);
  return write();
}

/** The console that it was made with, written once more when it has it: what it has now may depend on what came before. */
async function consoleAgain(run: Run, id: WriteId, own: Fixture, shown: unknown) {
  const { console } = own.resource;
  if (typeof console !== 'number' || typeof shown !== 'number') return undefined;
  const first = await run.send(id, own, { json: { console } }, 'write its first console');
  return succeeded(first)
    ? { write: await writtenAgain(run, id, own, { console }), isCurrent: true }
    : { write: first, isCurrent: shown === console };
}

export function sameName(id: WriteId): Requirement[] {
  const { kind } = writeOperations[id];
  const codes = codesFor(id, 'answered');
  const other = kind === 'project' ? 'another project' : `${one(kind)} in another project`;
  const about = `${gerund[id]} with the name of ${other}`;
  const rows = [
    family(id, 'accepts').must(
      'answers-taken-name',
      `${about} answers ${anyOf(codes)}.`,
      async (run, judge) => {
        const { first, second } = await writtenTwice(run, id);
        if (!succeeded(first)) return got(id, first);
        judge.expect(second, status(...codes), input, [first]);
      },
    ),
    ...(codes.includes(409) ? [keepsItsName(id)] : []),
    ...(hasConsole(id) ? takenConsole(id) : []),
    family(id, 'state').should(
      'shares-names',
      `${about}: if it is accepted, both ${noun[kind]}s show the name afterwards; if it is refused, the first one still does.`,
      async (run, judge) => {
        const { name, first, second, own, letters, theirs } = await writtenTwice(run, id);
        if (!succeeded(first)) return got(id, first);
        let told = false;
        for (const reading of succeeded(second) ? [own, theirs] : [own]) {
          const shown = shownIn(reading, 'name');
          // What has come with the later name of the other is judged below.
          if (shown === undefined || (reading === theirs && shown === letters)) continue;
          told = true;
          const miss = shownInstead('name', name, 'as it was sent', shown);
          const outcome = notWhatWasWritten.of('name');
          if (shown !== name) judge.miss(miss, input, [first, second, reading], outcome, undefined, id);
        }
        return judge.outcome(told ? passed : nameless);
      },
    ),
    family(id, 'state').should(
      'stores-other-letters',
      `${gerund[id]} with its own name in the other case, capital for small letters, stores the new spelling, if it is accepted.`,
      async (run, judge) => {
        const { name, own, letters, renamed, shown } = await writtenTwice(run, id);
        if (shownIn(own, 'name') !== name) return notAsSent;
        if (!succeeded(renamed)) return got(id, renamed);
        const now = shownIn(shown, 'name');
        if (now === undefined) return got(writeOperations[id].read, shown);
        const miss = shownInstead('name', letters, 'as it was sent', now);
        if (now !== letters)
          judge.miss(miss, 'its name in other letters', [renamed, shown], 'not stored', undefined, id);
      },
    ),
    family(id, 'state').should(
      'spares-namesake',
      `${gerund[id]} with a new name leaves ${other} that has the old one unchanged.`,
      async (run, judge) => {
        const { second, letters, renamed, theirs } = await writtenTwice(run, id);
        if (!succeeded(second)) return namesTaken;
        if (!succeeded(renamed)) return got(id, renamed);
        const now = shownIn(theirs, 'name');
        if (now === undefined) return nameless;
        const miss = shownInstead('name', shownIn(second, 'name'), 'as before', now);
        if (now === letters) judge.harm(id, miss, 'another of the same name', [second, renamed, theirs]);
      },
    ),
  ];
  return rows.map(last);
}

function noConflict(
  judge: Judge,
  id: WriteId,
  write: Exchange,
  input: string,
  led: readonly Exchange[],
): void {
  if (status(409)(write) === undefined) judge.expect(write, status(...operation(id).success), input, led);
}

/** A name that it has is no conflict. */
function keepsItsName(id: WriteId): Requirement {
  const about = `${gerund[id]} with its current name does not answer 409, if a new name is accepted`;
  return family(id, 'accepts').should('keeps-its-name', `${about}.`, async (run, judge) => {
    const { name, first, again, own, renamed } = await writtenTwice(run, id);
    if (!succeeded(first) || objectOf(own)?.name !== name) return notAsSent;
    if (!succeeded(renamed)) return got(id, renamed);
    if (again) noConflict(judge, id, again, 'the name that it has', [first]);
  });
}

/** Nor is its console. */
function keepsItsConsole(id: WriteId): Requirement {
  const about = `${gerund[id]} with its current console does not answer 409, if a new name is accepted`;
  return family(id, 'accepts').should('keeps-its-console', `${about}.`, async (run, judge) => {
    const { renamed, same } = await writtenTwice(run, id);
    if (!succeeded(renamed)) return got(id, renamed);
    if (!same) return consoleless;
    if (!same.isCurrent) return got(id, same.write);
    noConflict(judge, id, same.write, 'the console that it has', [renamed]);
  });
}

const ofAnother = 'a name and the console of another';
const consoleless = notExercised('the server shows no console');

/** Whether two may have one console is not shown; with one that is refused, nothing else is written either. */
function takenConsole(id: WriteId): Requirement[] {
  const { kind } = writeOperations[id];
  const codes = codesFor(id, 'answered');
  const about = `${gerund[id]} with a name and the console of another ${noun[kind]}`;
  return [
    keepsItsConsole(id),
    family(id, 'accepts').must(
      'answers-taken-console',
      `${about} answers ${anyOf(codes)}.`,
      async (run, judge) => {
        const { taken, theirs } = await writtenTwice(run, id);
        if (!taken) return consoleless;
        judge.expect(taken.write, status(...codes), ofAnother, [theirs]);
      },
    ),
    family(id, 'state').should(
      'all-or-nothing',
      `${about} stores the name if it is accepted, and changes nothing if it is refused.`,
      async (run, judge) => {
        const { shown, taken, theirs } = await writtenTwice(run, id);
        if (!taken) return consoleless;
        const { write, after, console, name } = taken;
        const led = [theirs, write, after];
        if (succeeded(write)) {
          const now = shownIn(after, 'name');
          if (now === undefined) return nameless;
          const miss = shownInstead('name', name, 'as it was sent', now);
          if (now !== name) judge.miss(miss, ofAnother, led, notWhatWasWritten.of('name'), undefined, id);
          return judge.outcome();
        }
        if (!isRefused(write) || !succeeded(shown)) return got(id, write);
        const [before, now] = [shown, after].map((each) => shownIn(each, 'console'));
        const miss =
          unexpectedChange(writeOperations[id], shown, after) ??
          (before !== console && now === console && shownInstead('console', before, 'as before', now));
        if (miss) judge.miss(inState(miss), ofAnother, led, changedThoughRefused, undefined, id);
      },
    ),
  ];
}
