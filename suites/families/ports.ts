/** The port mapping of a cloud: what its entries hold is not shown, but what was taken once is stored (2.6, 4.7). */
import { isDeepStrictEqual } from 'node:util';
import { isRefused, succeeded } from '../../harness/expect.js';
import { type Exchange, type Json, type JsonObject, objectOf } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { changedThoughRefused, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { soundInterface } from '../../harness/values/fields.js';
import { fits } from '../../harness/values/shapes.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { shownIn } from './state.js';

const id = 'cloud.update';
export const field = 'ports_mapping';

export const untold = notExercised(`the server stores no ${field} as it was sent`);

/** An update with a mapping, or without one. */
interface Mapping {
  readonly json: JsonObject;
  /** Whether its entries are ours: a target may refuse them, or show others in their place. */
  readonly isOurs?: true;
  /** Whether its entries lack a field that those before had: a target may add one, but not the one that was there. */
  readonly isLess?: true;
}

export type Story = Awaited<ReturnType<typeof mapped>>;

export function portMappings(): Requirement[] {
  const { should } = family(id, 'state');
  return [
    should(
      `stores.${field}`,
      `${gerund[id]} with a ${field} stores it until another one is sent, if the server stores any as it was sent.`,
      async (run, judge) => stored(judge, await mapped(run)),
    ),
    should(
      `spares-siblings.${field}`,
      `${gerund[id]} with a ${field} leaves the ${field} of another cloud instance in the project unchanged.`,
      async (run, judge) => sparing(judge, await mapped(run)),
    ),
  ];
}

/** Interfaces of two clouds: the target need not keep them, but where it does each has its own. */
export const theirs = [{ ...soundInterface, name: 'conformance1', special: true }];
/** As theirs is called, and another all the same: what is kept by its name is one for both. */
export const ofSameName = theirs.map((each) => ({ ...each, type: 'tap' }));
/** Several, alike and different: none is left when fewer are written. */
export const mine = [2, 3, 4, 5].map((number) => ({
  ...soundInterface,
  name: `conformance${number}`,
  special: number === 3,
}));

/** Entries that differ in their names alone: a target may number them by their places. */
export const ports = (count: number, name = 'conformance') =>
  Array.from({ length: count }, (_, number) => ({
    name: `${name}${number + 1}`,
    port_number: number,
    type: 'ethernet',
    interface: 'conformance0',
  }));
/** What keeps sixteen of them keeps no more. */
const many = 20;

const mapping = (value: Json[]) => ({ json: { [field]: value } });

/** What a cloud shows itself is sent back to it, the first entry alone: a target may number them by their places. */
const mappingsFor = (shown: readonly Json[], others: JsonObject): Mapping[] => [
  ...(shown.length > 0 ? [mapping(shown.slice(0, 1))] : []),
  { ...mapping(ports(1)), isOurs: true },
  { ...mapping(ports(2)), isOurs: true },
  { ...mapping(ports(2, 'Net')), isOurs: true },
  { ...mapping(ports(2, 'Less').map(({ interface: _, ...rest }) => rest)), isLess: true },
  { json: others },
  { json: { name: 7 } },
  { ...mapping(ports(many)), isOurs: true },
  mapping([]),
  ...(shown.length > 0 ? [mapping([...shown])] : []),
];

export const listIn = (exchange: Exchange, name: string): Json[] | undefined => {
  const value = shownIn(exchange, name);
  return Array.isArray(value) ? value : undefined;
};
export const portsIn = (exchange: Exchange) => listIn(exchange, field);

function interfacesIn(exchange: Exchange) {
  const interfaces = listIn(exchange, 'interfaces');
  return interfaces && fits(writeOperations[id].shape, { interfaces }) ? { interfaces } : {};
}

export const mapped = (run: Run) =>
  run.once('port mappings', () =>
    run.with('cloud', 'write', async (own) => {
      const other = await run.fixtures.besideIfAny(own, 'cloud');
      const look = (fixture: Fixture) => run.send('cloud.get', fixture, undefined, 'read the ports');
      const give = (to: Fixture, interfaces: Json[]) =>
        run.send(id, to, { json: { interfaces } }, 'write interfaces');
      const given = other && (await give(other, theirs));
      const first = await look(own);
      // Where it is taken: what goes by names mixes the two up.
      const { name } = objectOf(first) ?? {};
      if (other && typeof name === 'string') await run.send(id, other, { json: { name } }, 'name it alike');
      const mappings = mappingsFor(portsIn(first) ?? [], {
        ...(name !== undefined && { name }),
        ...interfacesIn(first),
      });
      // As its own will be at first: what is equal may be one for both.
      if (other && mappings[0]) await run.send(id, other, { json: mappings[0].json }, 'write equal ports');
      const before = other && (await look(other));
      const write = async (each: Mapping) => {
        const sent = await run.send(id, own, { json: each.json }, 'write ports');
        return { ...each, write: sent, reading: await look(own) };
      };
      const writes = [];
      for (const each of mappings.slice(0, 2)) writes.push(await write(each));
      const owns = await give(own, mine);
      const inTurn = [owns, await look(own), await give(own, ofSameName), await look(own)] as const;
      const led = [...writes.map((each) => each.write), owns, inTurn[2]];
      const after = other && (await look(other));
      const removal = other && (await run.send('cloud.delete', other, undefined, 'delete the other'));
      const left = removal && { removal, after: await look(own) };
      const [next, ...others] = mappings.slice(2);
      const named = next && (await write(next));
      if (named) writes.push(named);
      const emptied = { write: await give(own, []), reading: await look(own) };
      for (const each of others) writes.push(await write(each));
      // For their codes alone.
      const atOnce = [1, 2].map((count) => ({ json: { [field]: ports(count) } }));
      await Promise.all(atOnce.map((payload) => run.send(id, own, payload, 'write ports at once')));
      return {
        first,
        writes,
        /** Interfaces, and others in their place, each with a reading. */
        inTurn,
        /** A port mapping alone, behind those interfaces. */
        named,
        /** No interfaces in their place. */
        emptied,
        /** A cloud beside it, which was given interfaces of its own. */
        other: given && before && after && { given, before, writes: led, after },
        /** What the other one leaves when it is deleted. */
        left,
      };
    }),
  );

function stored(judge: Judge, { first, writes }: Story): Outcome {
  const initial = portsIn(first);
  if (!initial) return got('cloud.get', first);
  const led = [first];
  let told = false;
  let before: Json[] = initial;
  for (const { json, isOurs, isLess, write, reading } of writes) {
    const value = Array.isArray(json[field]) ? json[field] : undefined;
    led.push(write, reading);
    const shown = portsIn(reading);
    const isUnsent = value === undefined && isRefused(write);
    if (!(succeeded(write) || isUnsent) || !shown) continue;
    if (isLess && value && !isDeepStrictEqual(shown, merged(before, value))) {
      before = shown;
      continue;
    }
    const wanted = value ?? before;
    const isWanted = isDeepStrictEqual(shown, wanted);
    // Until one was shown as it was written, none need be stored, and ours may be shown otherwise.
    const isOpen = !told && (isOurs === true || isDeepStrictEqual(shown, before));
    // An empty mapping may stand for the usual one.
    const isUsual =
      value?.length === 0 && isDeepStrictEqual(shown, initial) && !isDeepStrictEqual(before, initial);
    if (!isWanted && !isOpen && !isUsual) {
      const unsent = isUnsent
        ? ['a number for name', changedThoughRefused]
        : ['a name and interfaces', 'other fields changed'];
      const stays = isDeepStrictEqual(shown, before) ? 'not stored' : 'stored otherwise';
      const [what = '', outcome] = value ? [nameOf(value, before, isLess), stays] : unsent;
      judge.miss(shownInstead(field, wanted, 'as it was sent', shown), what, led, outcome, undefined, id);
      break;
    }
    told ||= value !== undefined && isWanted && !isDeepStrictEqual(value, before);
    before = shown;
  }
  return judge.outcome(told ? passed : untold);
}

/** What a mapping is called, by how it differs from the one before. */
function nameOf({ length }: readonly Json[], before: readonly Json[], isLess = false): string {
  if (length === 0) return `an empty ${field}`;
  if (isLess) return `a ${field} with fewer fields than before`;
  return length < before.length ? `a shorter ${field}` : `a ${field}`;
}

/** Entries with what those in their places had besides. */
const merged = (before: readonly Json[], value: readonly Json[]) =>
  value.map((each, index) => ({ ...(before[index] as JsonObject), ...(each as JsonObject) }));

export const alone = notExercised('the server creates no second cloud instance in a project');
export const theOther = 'another cloud in the project';

function sparing(judge: Judge, { other }: Story): Outcome {
  if (!other) return alone;
  const { before, writes, after } = other;
  const [was, is] = [portsIn(before), portsIn(after)];
  if (!was || !is || !writes.some(succeeded))
    return notExercised(`no other cloud instance shows a ${field} to compare`);
  const miss = shownInstead(field, was, 'as before', is);
  if (!isDeepStrictEqual(was, is)) judge.harm(id, miss, theOther, [before, ...writes, after]);
  return judge.outcome();
}
