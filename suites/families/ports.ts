/** Port mappings of a cloud: what an entry holds is not shown, but what was taken once is stored (sections 2.6 and 4.7). */
import { isDeepStrictEqual } from 'node:util';
import { succeeded } from '../../harness/expect.js';
import { type Exchange, type Json, objectOf } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { fits } from '../../harness/values/shapes.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { family, got } from '../define.js';
import { doing } from '../words.js';

const id = 'cloud.update';
const field = 'ports_mapping';

/** A mapping to write; undefined stands for an update without one, but with the interfaces that are shown. */
interface Mapping {
  readonly value: Json[] | undefined;
  /** Whether its entries are ours: a target may refuse them, or show others in their place. */
  readonly isOurs?: true;
}

/** A mapping that was written, with what the cloud showed then. */
interface Written extends Mapping {
  readonly write: Exchange;
  readonly reading: Exchange;
}

interface Story {
  readonly first: Exchange;
  readonly writes: readonly Written[];
  /** A cloud beside it, before the first write and after the second. */
  readonly other?: readonly [before: Exchange, after: Exchange];
}

export function portMappings(): Requirement[] {
  const { should } = family(id, 'state');
  return [
    should(
      `stores.${field}`,
      `${doing[id]} with a ${field} shows it as it was written until another is, where any is shown as written.`,
      async (run, judge) => stored(judge, await mapped(run)),
    ),
    should(
      `spares-siblings.${field}`,
      `${doing[id]} with a ${field} leaves that of another cloud in the project as it was.`,
      async (run, judge) => sparing(judge, await mapped(run)),
    ),
  ];
}

/** Entries that differ in their names alone: a target may number them by their places. */
const ports = (count: number, name = 'conformance') =>
  Array.from({ length: count }, (_, number) => ({
    name: `${name}${number + 1}`,
    port_number: number,
    type: 'ethernet',
    interface: 'conformance0',
  }));
/** What keeps sixteen of them keeps no more. */
const many = 20;

/** What a cloud shows itself is sent back to it, the first entry alone: a target may number them by their places. */
const mappingsFor = (shown: readonly Json[]): Mapping[] => [
  ...(shown.length > 0 ? [{ value: shown.slice(0, 1) }] : []),
  { value: ports(1), isOurs: true },
  { value: ports(2), isOurs: true },
  { value: ports(2, 'Net'), isOurs: true },
  { value: undefined },
  { value: ports(many), isOurs: true },
  { value: [] },
  ...(shown.length > 0 ? [{ value: [...shown] }] : []),
];

const portsIn = (exchange: Exchange): Json[] | undefined => {
  const value = succeeded(exchange) ? objectOf(exchange)?.[field] : undefined;
  return Array.isArray(value) ? value : undefined;
};

function interfacesIn(exchange: Exchange) {
  const interfaces = succeeded(exchange) ? objectOf(exchange)?.interfaces : undefined;
  return Array.isArray(interfaces) && fits(writeOperations[id].shape, { interfaces }) ? { interfaces } : {};
}

const mapped = (run: Run): Promise<Story> =>
  run.once('port mappings', () =>
    run.with('cloud', 'write', async (own) => {
      const other = await run.fixtures.besideIfAny(own, 'cloud');
      const look = (fixture: Fixture) => run.send('cloud.get', fixture, undefined, 'read the ports');
      const before = other && (await look(other));
      const first = await look(own);
      const writes: Written[] = [];
      let after: Exchange | undefined;
      for (const mapping of mappingsFor(portsIn(first) ?? [])) {
        const { value } = mapping;
        const json = value ? { [field]: value } : interfacesIn(first);
        const write = await run.send(id, own, { json }, 'write ports');
        writes.push({ ...mapping, write, reading: await look(own) });
        if (other && writes.length === 2) after = await look(other);
      }
      // For their codes alone.
      const atOnce = [1, 2].map((count) => ({ json: { [field]: ports(count) } }));
      await Promise.all(atOnce.map((payload) => run.send(id, own, payload, 'write ports at once')));
      return { first, writes, ...(before && after && { other: [before, after] as const }) };
    }),
  );

function stored(judge: Judge, { first, writes }: Story): Outcome {
  const initial = portsIn(first);
  if (!initial) return got('cloud.get', first);
  const led = [first];
  let told = false;
  let before: Json[] = initial;
  for (const { value, isOurs, write, reading } of writes) {
    led.push(write, reading);
    const shown = portsIn(reading);
    if (!succeeded(write) || !shown) continue;
    const wanted = value ?? before;
    const isWanted = isDeepStrictEqual(shown, wanted);
    // Until one was shown as it was written, none need be stored, and ours may be shown otherwise.
    const isOpen = !told && (isOurs === true || isDeepStrictEqual(shown, before));
    // An empty mapping may stand for the usual one.
    const isUsual =
      value?.length === 0 && isDeepStrictEqual(shown, initial) && !isDeepStrictEqual(before, initial);
    if (!isWanted && !isOpen && !isUsual) {
      const what = wanted.length === 0 ? `an empty ${field}` : `a ${field}`;
      const outcome = isDeepStrictEqual(shown, before) ? 'not stored' : 'stored otherwise';
      const miss = shownInstead(field, wanted, 'as it was written', shown);
      judge.miss(miss, what, led, value ? outcome : 'other fields changed', undefined, id);
      break;
    }
    told ||= value !== undefined && isWanted && !isDeepStrictEqual(value, before);
    before = shown;
  }
  return judge.outcome(told ? passed : notExercised(`the target shows no ${field} as it was written`));
}

function sparing(judge: Judge, { writes, other }: Story): Outcome {
  if (!other) return notExercised('the target makes no second cloud in a project');
  const [before, after] = other;
  const [was, is] = [portsIn(before), portsIn(after)];
  const led = writes.slice(0, 2).map(({ write }) => write);
  if (!was || !is || !led.some(succeeded))
    return notExercised(`no other cloud shows a ${field} beside a write`);
  const miss = shownInstead(field, was, 'as before', is);
  if (!isDeepStrictEqual(was, is))
    judge.harm(id, miss, 'another cloud in the project', [before, ...led, after]);
  return judge.outcome();
}
