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
import { notAsSent } from './same-name.js';
import { shownIn } from './state.js';

const input = 'updates at once';
const busy = notExercised('the server answers 409 to one of two updates at once');

const nameWith = (letter: string, of: Fixture) => String(resolvePlaceholders(uniqueNameWith(letter), of));

/** A handler that keeps what it works on where another one finds it gives to one what the other was sent. */
export function updatesAtOnce(id: Exclude<WriteId, 'drawings.create'>): Requirement {
  const { kind, read } = writeOperations[id];
  const statement = `${gerund[id]} at the same time as another ${noun[kind]} stores in each the name that it was sent, if the server stores it alone.`;
  return family(id, 'state').should('at-once', statement, (run, judge) =>
    run.withTwo(kind, 'write', async (one, other) => {
      const both = [one, other].map((of) => ({ of, name: nameWith('r', of) }));
      const write = ({ of, name }: (typeof both)[number]) =>
        run.send(id, of, { json: { name } }, 'update at once');
      const look = ({ of }: (typeof both)[number]) => run.send(read, of, undefined, 'read');
      const acts = await Promise.all(both.map(write));
      const refusal = acts.find((each) => !succeeded(each));
      if (refusal) return status(409)(refusal) ? got(id, refusal) : busy;
      const seen = await Promise.all(both.map(async (own) => ({ own, reading: await look(own) })));
      const unread = seen.find(({ reading }) => !succeeded(reading));
      if (unread) return got(read, unread.reading);
      let told = false;
      for (const { own, reading } of seen) {
        const { name } = own;
        const now = shownIn(reading, 'name');
        if (now !== name) {
          await write(own);
          // What is not stored alone either is judged elsewhere.
          if (shownIn(await look(own), 'name') !== name) continue;
          const miss = shownInstead('name', name, 'as it was sent', now);
          const isTheirs = both.some((each) => each !== own && now === each.name);
          const outcome = isTheirs ? ofAnother : notWhatWasWritten.of('name');
          judge.miss(miss, input, [...acts, reading], outcome, undefined, id);
        }
        told = true;
      }
      return judge.outcome(told ? passed : notAsSent);
    }),
  );
}

const id = 'cloud.update';

/** The name and the ports that a cloud shows. */
const shownBy = (reading: Exchange): Readonly<Record<string, unknown>> => ({
  name: shownIn(reading, 'name'),
  [field]: portsIn(reading),
});

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
      const shown = shownBy(last);
      if (isDeepStrictEqual(shown, after)) return judge.outcome();
      // What is not stored one behind the other either is judged elsewhere.
      await write({ name });
      await write(mapping);
      const inTurn = [shownBy(await look())];
      await write({ name });
      inTurn.push(shownBy(await look()));
      for (const [key, value] of Object.entries(after)) {
        const isStored = inTurn.every((each) => isDeepStrictEqual(each[key], value));
        if (isDeepStrictEqual(shown[key], value) || !isStored) continue;
        const miss = shownInstead(key, value, 'as it was sent', shown[key]);
        const led = [first, ...both, last];
        judge.miss(miss, input, led, notWhatWasWritten.of(key), undefined, id);
      }
      return judge.outcome();
    }),
  );
}
