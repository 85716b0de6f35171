/** Updates at the same time: of two resources, which get each their own values; and of one, by two of its fields. */
import { isDeepStrictEqual } from 'node:util';
import { status, succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { notExercised, notWhatWasWritten, ofAnother, passed } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { resolvePlaceholders, uniqueNameWith } from '../../harness/values/placeholders.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { family, got } from '../define.js';
import { gerund, noun } from '../words.js';
import { field, ports, portsIn, untold } from './ports.js';
import { shownIn } from './state.js';

const input = 'updates at once';
const busy = notExercised('the server answers 409 to one of two updates at once');
const nameless = notExercised('the server does not show a name as it was sent');

const nameWith = (letter: string, of: Fixture) => String(resolvePlaceholders(uniqueNameWith(letter), of));

/** A handler that keeps what it works on where another one finds it gives to one what the other was sent. */
export function updatesAtOnce(id: Exclude<WriteId, 'drawings.create'>): Requirement {
  const { kind, read } = writeOperations[id];
  const statement = `${gerund[id]} at the same time as another ${noun[kind]} stores in each the name that it was sent, if the server stores it alone.`;
  return family(id, 'state').should('at-once', statement, (run, judge) =>
    run.withTwo(kind, 'write', async (one, other) => {
      const write = (of: Fixture) =>
        run.send(id, of, { json: { name: nameWith('r', of) } }, 'update at once');
      const look = (of: Fixture) => run.send(read, of, undefined, 'read');
      const both = [one, other];
      const acts = await Promise.all(both.map(write));
      const refusal = acts.find((each) => !succeeded(each));
      if (refusal) return status(409)(refusal) ? got(id, refusal) : busy;
      const readings = await Promise.all(both.map(look));
      const unread = readings.find((each) => !succeeded(each));
      if (unread) return got(read, unread);
      let told = false;
      for (const [index, of] of both.entries()) {
        const name = nameWith('r', of);
        const shown = readings[index];
        const now = shown && shownIn(shown, 'name');
        const isShown = now === name;
        if (!isShown) await write(of);
        // What is not stored alone either is judged elsewhere.
        if (!shown || (!isShown && shownIn(await look(of), 'name') !== name)) continue;
        told = true;
        if (isShown) continue;
        const miss = shownInstead('name', name, 'as it was sent', now);
        const isTheirs = both.some((each) => each !== of && now === nameWith('r', each));
        const outcome = isTheirs ? ofAnother : notWhatWasWritten.of('name');
        judge.miss(miss, input, [...acts, shown], outcome, undefined, id);
      }
      return judge.outcome(told ? passed : nameless);
    }),
  );
}

const id = 'cloud.update';

/** The name and the ports that a cloud shows. */
const shownBy = (reading: Exchange) => ({ name: shownIn(reading, 'name'), [field]: portsIn(reading) });

/** Who writes back what was there before loses one of the two. */
export function portsAtOnce(): Requirement {
  const statement = `${gerund[id]} with a name and with a ${field} at the same time stores both, if the server stores each as it was sent.`;
  return family(id, 'state').should(`stores.${field}.at-once`, statement, (run, judge) =>
    run.with('cloud', 'write', async (own) => {
      const write = (json: object) => run.send(id, own, { json }, 'write one of them');
      const look = () => run.send('cloud.get', own, undefined, 'read both');
      const named = (letter: string) => ({ name: nameWith(letter, own) });
      const [before, after] = [
        { ...named('p'), [field]: ports(2) },
        { ...named('q'), [field]: ports(2, 'Net') },
      ];
      const first = await write(before);
      const reading = await look();
      if (!succeeded(reading)) return got('cloud.get', reading);
      if (!succeeded(first) || !isDeepStrictEqual(shownBy(reading), before)) return untold;
      const { name, ...mapping } = after;
      const both = await Promise.all([write({ name }), write(mapping)]);
      const last = await look();
      if (!both.every(succeeded) || !succeeded(last)) return undefined;
      const shown: Readonly<Record<string, unknown>> = shownBy(last);
      for (const [key, value] of Object.entries(after)) {
        if (isDeepStrictEqual(shown[key], value)) continue;
        const miss = shownInstead(key, value, 'as it was sent', shown[key]);
        const led = [first, ...both, last];
        judge.miss(miss, input, led, notWhatWasWritten.of(key), undefined, id);
      }
      return judge.outcome();
    }),
  );
}
