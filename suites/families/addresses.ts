/** An id is found under its own project and kind only, and odd ids find nothing (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { type Expectation, seen, status, succeeded } from '../../harness/expect.js';
import type { Fixture, Use } from '../../harness/fixtures/index.js';
import { type InstanceKind, instanceKinds, isInstance, projectKindOf } from '../../harness/fixtures/kinds.js';
import { harmed, isTelling } from '../../harness/harmed.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { Ids } from '../../harness/request.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload, sample, useOf } from '../../harness/samples.js';
import { subjects } from '../../harness/subjects.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, noun, one, upper } from '../words.js';

/** Node ids under addresses that are not theirs. */
export function addresses(id: OperationId): Requirement[] {
  const { fixture: kind, method } = operation(id);
  const should = family(id, 'addresses');
  const use = useOf(method);
  const rows = [
    should(
      'should',
      'other-project',
      `${doing[id]} under another project than its own answers 404.`,
      async (run) => {
        const judge = await run.with(kind, use, (fixture) =>
          withOther(run, fixture, use === 'read' ? 'read' : 'write', (other) => {
            const address = { project_id: other.project_id, node_id: fixture.node_id as string };
            return misaddressed(run, fixture, 'the id under another project', address, id);
          }),
        );
        return besideTwin(run, id, judge);
      },
    ),
  ];
  if (isInstance(kind)) {
    const verb = id.split('.')[1];
    rows.push(
      should(
        'should',
        'other-kind',
        `${upper(one(kind))} is not found by the operations of the other kinds of node.`,
        async (run) => {
          for (const other of instanceKinds.filter((each) => each !== kind)) {
            const by = `${other}.${verb}` as OperationId;
            const judge = await run.with(kind, use, (fixture) =>
              misaddressed(run, fixture, `the id as ${one(other)}`, fixture, by),
            );
            if (judge.failed) return judge.outcome();
          }
          return besideTwin(run, id, new Judge(id));
        },
      ),
    );
    if (method === 'DELETE') rows.push(nothingElsewhere('delete', kind));
    if (method === 'PUT') rows.push(nothingElsewhere('update', kind));
  }
  return rows;
}

/** With a project that the fixture is not in; whatever is sent under it but a reading may harm it. */
function withOther<T>(run: Run, fixture: Fixture, use: Use, work: (other: Fixture) => Promise<T>) {
  return run.with(projectKindOf(fixture.kind), use, work, fixture.project_id);
}

async function misaddressed(
  run: Run,
  fixture: Fixture,
  input: string,
  address: Ids,
  by: OperationId,
): Promise<Judge> {
  const judge = new Judge(by);
  const exchange = await run.send(by, address, plainPayload(by, fixture), input);
  judge.expect(exchange, status(404), input, fixture.made);
  return judge;
}

/** The valid twin needs a fixture of its own: it is sent when the others were given back. */
async function besideTwin(run: Run, id: OperationId, judge: Judge): Promise<Outcome> {
  if (judge.failed) return judge.outcome();
  const twin = (await sample(run, id)).exchanges[0];
  if (twin?.answer && twin.answer.status !== 404) return passed;
  return inconclusive(`the same request by the right address got ${twin ? seen(twin) : 'nothing'}`);
}

type Wrong = readonly [input: string, by: OperationId, address: (fixture: Fixture, other: Fixture) => Ids];

/** A write or a deletion by a wrong address changes nothing, also where the project does not exist at all. */
function nothingElsewhere(verb: 'update' | 'delete', kind: InstanceKind): Requirement {
  const id = `${kind}.${verb}` as const;
  const row = family(id, 'addresses');
  const wrong: readonly Wrong[] = [
    [
      'the id under another project',
      id,
      (f, other) => ({ project_id: other.project_id, node_id: f.node_id as string }),
    ],
    [
      'the id under an unknown project',
      id,
      (f) => ({ project_id: randomUUID(), node_id: f.node_id as string }),
    ],
    ...instanceKinds
      .filter((each) => each !== kind)
      .map((other): Wrong => [`the id as ${one(other)}`, `${other}.${verb}`, (f) => f]),
  ];
  const effect = { update: 'changes', delete: 'deletes' }[verb];
  const name = { update: 'writes', delete: 'deletes' }[verb];
  const statement = `${doing[id]} by an address that is not its own ${effect} nothing.`;
  return row('should', `${name}-nothing-elsewhere`, statement, async (run) => {
    const judge = new Judge(id);
    let tried = 0;
    let told = false;
    for (const [input, by, address] of wrong)
      await run.with(kind, verb === 'update' ? 'write' : 'destroy', (fixture) =>
        withOther(run, fixture, 'write', async (other) => {
          const before = await run.send(`${kind}.get`, fixture, undefined, 'read before');
          if (!succeeded(before)) return;
          tried++;
          told ||= verb === 'delete' || isTelling(subjects[`${kind}.update`], before);
          const write = await run.send(by, address(fixture, other), plainPayload(by, fixture), input);
          const after = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
          const miss = harmed(subjects[`${kind}.update`], before, after);
          const exchanges = [...fixture.made, before, write, after];
          if (miss) judge.miss(miss, input, exchanges, `${effect} something through a wrong address`);
        }),
      );
    if (tried === 0) return inconclusive(`no ${noun[kind]} could be read before`);
    return judge.outcome(
      told ? passed : notExercised('the target shows no field that such a write could have changed'),
    );
  });
}

type Segments = readonly (readonly [label: string, segment: string])[];

const noUuid: Segments = [
  ['a word', 'nonsense'],
  ['a number', '1'],
  ['a truncated UUID', '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e'],
  ['a UUID with a letter too many', '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5f'],
];

/** Only read by: who finds something by a part of its id would delete it by that as well. */
const partsOf = (own: string): Segments => [
  ['the first part of its id', own.slice(0, 8)],
  ['its id with a digit too many', `${own}0`],
];

const odd: Segments = [
  ['percent-encoded NUL', '%00'],
  ['a percent-encoded slash', 'a%2Fb'],
  ['percent-encoded bytes that are not UTF-8', '%ff%fe'],
  ['an incomplete percent-encoding', '%zz'],
  ['percent-encoded Unicode', '%F0%9F%98%80'],
  ['a quote', '%27%22'],
  ['a very long segment', 'a'.repeat(4000)],
];
/** Only where nothing can be deleted or written by them. */
const dots: Segments = [
  ['a dot segment', '..'],
  ['a percent-encoded dot segment', '%2e%2e'],
];

export function oddIds(id: OperationId): Requirement[] {
  const { ids, method, listed, fixture: kind } = operation(id);
  const row = family(id, 'addresses');
  const drawings = id.startsWith('drawings.');
  const codes = listed.includes(400) ? [400, 404] : [404];
  const never = `${doing[id]} under an odd path segment never answers 5xx${drawings ? '' : ' and never succeeds'}.`;
  const send = async (
    run: Run,
    segmentsFor: (own: string) => Segments,
    expectation: (label: string) => Expectation,
  ) => {
    const judge = new Judge(id);
    const sendAll = async (home: Ids) => {
      for (const position of ids)
        for (const [label, segment] of segmentsFor(String(home[position]))) {
          const exchange = await run.send(id, { ...home, [position]: segment }, plainPayload(id), label);
          judge.expect(exchange, expectation(label), `${position}: ${label}`);
        }
    };
    // An odd node id reaches the nodes only under a project that exists.
    await run.with(kind, method === 'GET' ? 'read' : 'write', sendAll);
    if (judge.failed) return judge.outcome();
    const twin = (await sample(run, id)).exchanges[0];
    if (drawings || (twin?.answer && twin.answer.status !== 404)) return passed;
    return inconclusive(`the same request by a right id got ${twin ? seen(twin) : 'nothing'}`);
  };
  const rows = [
    row('should', 'odd-segments', never, (run) =>
      send(
        run,
        () => (method === 'GET' ? [...odd, ...dots] : odd),
        // A dot segment may be resolved on the way (RFC 3986, 5.2.4); the drawings of no project may be shown as none.
        (label) => turnedAway(drawings || dots.some(([dot]) => dot === label)),
      ),
    ),
  ];
  if (drawings) return rows;
  const statement = `${doing[id]} with an id that is no UUID answers ${codes.join(' or ')}.`;
  const segments = (own: string) => (method === 'GET' ? [...noUuid, ...partsOf(own)] : noUuid);
  return [row('should', 'no-uuid', statement, (run) => send(run, segments, () => status(...codes))), ...rows];
}

/** A server in front may turn odd paths away by codes of its own; 5xx and success are what nobody can mean. */
function turnedAway(successIsFine: boolean): Expectation {
  return (exchange) => {
    const code = exchange.answer?.status;
    if (code !== undefined && code < 500 && (code >= 300 || successIsFine)) return undefined;
    const expected = `400 or 404, or at least no ${code !== undefined && code < 300 ? 'success' : '5xx'}`;
    return { expected, seen: seen(exchange), violations: [] };
  };
}
