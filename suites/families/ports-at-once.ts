/** Two updates of a cloud at the same time, of different fields: who writes back what was there before loses one. */
import { isDeepStrictEqual } from 'node:util';
import { succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { notWhatWasWritten } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { resolvePlaceholders, uniqueNameWith } from '../../harness/values/placeholders.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { field, ports, portsIn, untold } from './ports.js';
import { shownIn } from './state.js';

const id = 'cloud.update';

/** The name and the ports that a cloud shows. */
const shownBy = (reading: Exchange) => ({ name: shownIn(reading, 'name'), [field]: portsIn(reading) });

export function portsAtOnce(): Requirement {
  const statement = `${gerund[id]} with a name and with a ${field} at the same time stores both, if the server stores each as it was sent.`;
  return family(id, 'state').should(`stores.${field}.at-once`, statement, (run, judge) =>
    run.with('cloud', 'write', async (own) => {
      const write = (json: object) => run.send(id, own, { json }, 'write one of them');
      const look = () => run.send('cloud.get', own, undefined, 'read both');
      const named = (letter: string) => ({ name: resolvePlaceholders(uniqueNameWith(letter), own) });
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
        judge.miss(miss, 'updates at once', led, notWhatWasWritten.of(key), undefined, id);
      }
      return judge.outcome();
    }),
  );
}
