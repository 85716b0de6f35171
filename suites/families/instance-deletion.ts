/** Instances are deleted in special circumstances: started, by an id in capitals; and made again (sections 4.5 to 4.7). */
import { randomUUID } from 'node:crypto';
import { status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { mainType, soundInterfaces, unusedConsole } from '../../harness/values/fields.js';
import { otherUniqueName } from '../../harness/values/placeholders.js';
import { typesOf } from '../../harness/values/shapes.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import { family, got } from '../define.js';
import { gerund, noun, one } from '../words.js';
import { ports } from './ports.js';
import { findsRemade, noteKept, unmade } from './remade.js';
import { type Removal, removed, withOneField } from './removal.js';

export const deletionOfInstance = (kind: InstanceKind): Requirement[] => [
  ...deletionOfStarted(kind),
  deletionByCapitals(kind),
  deletionAfterUnknown(kind),
];

/** Written to an instance before it is deleted, with its booleans; new ones are stopped. */
const booleanBeside = { started: true, suspended: false } as const;
type Status = keyof typeof booleanBeside;
const statuses: readonly Status[] = ['started', 'suspended'];

/**
 * Whether it is stopped first, or refused as an invalid request, is not shown (3.2). Where the status is not taken, it
 * is a deletion like any other.
 */
function deletionOfStarted(kind: InstanceKind): Requirement[] {
  const [get, update, id] = [`${kind}.get`, `${kind}.update`, `${kind}.delete`] as const;
  const { must, should } = family(id, 'deletion');
  const isCloud = kind === 'cloud';
  const { fields } = writeOperations[update];
  const booleans = fields.filter(({ schema }) => mainType(schema) === 'boolean');
  const nulls = Object.fromEntries(
    fields
      .filter((each) => typesOf(each.schema).includes('null') && !booleans.includes(each))
      .map(({ name }) => [name, null]),
  );
  const extras: Record<Status, string> = isCloud
    ? { started: 'interfaces', suspended: 'interfaces' }
    : {
        started: 'true in each boolean',
        suspended: 'false, null and another console',
      };
  const inputOf = (status: Status, write: Exchange) =>
    succeeded(write) ? `a ${status} ${noun[kind]} with ${extras[status]}` : 'after a status that was refused';
  const story = (run: Run, status: Status) =>
    run.once(`${id} of a ${status} one`, () =>
      run.with(kind, 'destroy', async (fixture) => {
        const node_id = String(fixture.node_id);
        const read = (purpose: string) => run.send(get, fixture, undefined, purpose);
        const others = Object.fromEntries(booleans.map(({ name }) => [name, booleanBeside[status]]));
        const whole: Record<string, unknown> = {
          ...{ status, ...others },
          ...(isCloud && { interfaces: soundInterfaces }),
          // What goes by the console, or by what is null, finds it no more.
          ...(!isCloud && status === 'suspended' && { ...nulls, console: unusedConsole }),
        };
        const name = otherUniqueName.of(fixture);
        const writing = async (json: Record<string, unknown>) => ({
          json,
          write: await run.send(update, fixture, { json }, 'write the status'),
        });
        // What is in an entry of it is not shown: a target may refuse ours.
        const fuller = isCloud ? await writing({ ...whole, ports_mapping: ports(1) }) : undefined;
        const first = fuller && succeeded(fuller.write) ? fuller : await writing(whole);
        const { write } = succeeded(first.write) ? first : await writing({ status });
        const written = succeeded(first.write) ? first : await writing({ name, ...others });
        const deletion = await run.send(id, fixture, undefined, 'delete');
        const gone = await read('read afterwards');
        const isRemade = status === 'started' && succeeded(deletion);
        const again = isRemade && (await run.fixtures.besideIfAny(fixture, kind, { node_id }));
        const isSame = again && again.node_id === node_id;
        const { resource } = fixture;
        return {
          ...{ written, resource, write, deletion, gone },
          ...(isSame && {
            creation: again.made.at(-1),
            reading: await read('read what was made again'),
            update: await run.send(
              update,
              fixture,
              plainPayload(update, fixture),
              'update what was made again',
            ),
          }),
        };
      }),
    );
  return [
    must(
      'started',
      `${gerund[id]} whose status was set to started or suspended answers 204 or 400: no other code is listed.`,
      async (run, judge) => {
        for (const each of statuses) {
          const { written, write, deletion, gone } = await story(run, each);
          const expected = status(...(succeeded(write) ? [204, 400] : [204]));
          const whole = { input: inputOf(each, write), writes: [write], deletion, gone };
          const isWrong = (one: Removal) => expected(one.deletion) !== undefined;
          const told = await withOneField(run, kind, written.json, whole, isWrong);
          judge.expect(told.deletion, expected, told.input, told.writes);
        }
      },
    ),
    should(
      'removes-started',
      `${gerund[id]} whose status was set to started or suspended removes it, if the deletion succeeds.`,
      async (run) => {
        const outcomes: Outcome[] = [];
        for (const each of statuses) {
          const { written, write, deletion, gone } = await story(run, each);
          const whole = { input: inputOf(each, write), writes: [write], deletion, gone };
          outcomes.push(removed(run, id, await withOneField(run, kind, written.json, whole)));
        }
        const first = (wanted: Outcome['verdict']) => outcomes.find(({ verdict }) => verdict === wanted);
        return first('failed') ?? first('passed') ?? outcomes[0] ?? passed;
      },
    ),
    should(
      'keeps-nothing',
      `What was written to ${one(kind)} that was deleted is not shown by a new one with its node_id.`,
      async (run, judge) => {
        const { written, resource, deletion, gone, ...made } = await story(run, 'started');
        const { creation, reading, update: again } = made;
        const { json, write } = written;
        if (!creation || !reading || !again) return notExercised(unmade('nothing'));
        if (gone.answer?.status !== 404) return got(get, gone);
        if (!succeeded(write)) return got(update, write);
        if (!objectOf(reading)) return got(get, reading);
        await noteKept(run, judge, id, json, resource, [write, deletion, creation], [reading, again]);
        return judge.outcome();
      },
    ),
    findsRemade(update, 'nothing', async (run) => {
      const started = await story(run, 'started');
      return { ...started, use: started.update };
    }),
    findsRemade(get, `no ${noun[kind]}`, async (run) => {
      const started = await story(run, 'started');
      return { ...started, use: started.reading };
    }),
  ];
}

const spared = (kind: InstanceKind) =>
  notExercised('resources that you named are deleted no more often than needed', makeIt(kind));

/** What found nothing is forgotten. */
function deletionAfterUnknown(kind: InstanceKind): Requirement {
  const id = `${kind}.delete` as const;
  const statement = `${gerund[id]} after a deletion that found nothing in its project removes it.`;
  const input = `${one(kind)} after a deletion that found nothing`;
  return family(id, 'deletion').should('after-unknown', statement, async (run, judge) => {
    if (!run.fixtures.renews(kind)) return spared(kind);
    return run.with(kind, 'destroy', async (fixture) => {
      const nobody = { project_id: fixture.project_id, node_id: randomUUID() };
      const unknown = await run.send(id, nobody, undefined, 'delete an unknown one');
      const deletion = await run.send(id, fixture, undefined, 'delete');
      const gone = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      if (status(404)(unknown)) return got(id, unknown);
      if (!judge.expect(deletion, status(204), input, [unknown])) return judge.outcome();
      return removed(run, id, { input, writes: [unknown], deletion, gone });
    });
  });
}

/** Letters of a UUID are read in either case (RFC 9562, 4): what answers success has found it. */
function deletionByCapitals(kind: InstanceKind): Requirement {
  const id = `${kind}.delete` as const;
  const statement = `${gerund[id]} by its node_id in capital letters either removes it or finds nothing.`;
  const input = 'a node_id in capitals';
  return family(id, 'deletion').should('by-capitals', statement, async (run, judge) => {
    if (!run.fixtures.renews(kind)) return spared(kind);
    return run.with(kind, 'destroy', async (fixture) => {
      const capitals = { project_id: fixture.project_id, node_id: fixture.node_id?.toUpperCase() };
      const deletion = await run.send(id, capitals, undefined, input);
      if (!judge.expect(deletion, status(204, 400, 404), input)) return judge.outcome();
      if (!succeeded(deletion)) {
        // A server that finds nothing at all has not read the id.
        const twin = await run.send(id, fixture, undefined, 'delete by its own id');
        return succeeded(twin) ? judge.outcome() : got(id, twin);
      }
      const gone = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      return removed(run, id, { input, writes: [], deletion, gone });
    });
  });
}
