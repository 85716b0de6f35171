/** Ids that nobody has are answered 404 wherever the operation lists it (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { seen, status, succeeded } from '../../harness/expect.js';
import { toUnknown } from '../../harness/explain/features/difference.js';
import { objectOf } from '../../harness/http/exchange.js';
import type { Ids } from '../../harness/http/request.js';
import type { Judge } from '../../harness/judge.js';
import { createsProject, inState, notExercised } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import {
  nowhere,
  ofNobody,
  plainPayload,
  unknownIdsOf,
  unknownProject,
  useOfRefused,
  wrongPayloads,
} from '../../harness/samples.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import { projectKindOf } from '../../harness/worlds/resource.js';
import { type FixtureKind, type IdName, type OperationId, operation } from '../../schemas/index.js';
import { family, got, late, served } from '../define.js';
import { gerund } from '../words.js';
import { otherId } from './state.js';

/** The UUID that stands for none (RFC 9562, 5.9). */
export const nil = { id: '00000000-0000-0000-0000-000000000000', input: 'the nil UUID' };
/** More than is read at once by many. */
const long = ['a body of 40 KB', { json: { name: 'a'.repeat(40_000) } }] as const;

export function unknownIds(id: OperationId): Requirement[] {
  const { listed, ids, method, takesBody, fixture: kind } = operation(id);
  if (!listed.includes(404)) return [];
  const { must } = family(id, 'unknown ids');
  const hasNode = ids.length > 1;
  const plain = plainPayload(id);
  const payloads = plain && method === 'PUT' ? [plain, { json: {} }] : [plain];
  const refuse = async (run: Run, judge: Judge, input: string, addresses: readonly Ids[]): Promise<Judge> => {
    for (const [turn, address] of addresses.entries()) {
      const payload = payloads[turn % payloads.length];
      judge.expect(await run.send(id, address, payload, input), status(404), input);
    }
    return judge;
  };
  const project = must(
    'unknown-project',
    `${gerund[id]} under a project id that does not exist answers 404.`,
    async (run, judge) => {
      const input = unknownIdsOf(id);
      const first = await ofNobody(run, id);
      judge.expect(first.exchange, status(404), input);
      const near = method === 'GET' ? await nearMisses(run, kind) : [];
      // The first once more: it may have been made by asking for it.
      await refuse(run, judge, input, [...(near.length > 0 ? near : [nowhere()]), first.ids]);
      if (method === 'GET') {
        const exchange = await run.send(id, { project_id: nil.id, node_id: nil.id }, undefined, nil.input);
        // A target may have something by this id: then it is shown. Others look at the version of a UUID: where 400 is
        // not listed, `codes.always` judges that.
        const isOfVersion = exchange.answer?.status === 400 && !listed.includes(400);
        if (!isOfVersion)
          judge.expect(exchange, Object.assign(status(404, 200, 400), { duty: '404' }), nil.input);
        const name = ids.at(-1) as IdName;
        const shown = objectOf(exchange)?.[name];
        if (typeof shown === 'string' && shown !== nil.id)
          judge.miss(otherId(name, shown), nil.input, [exchange], `the ${name} of another resource`);
      }
      // A node id that exists elsewhere must not be found under a project that does not.
      const misplaced = ({ node_id }: Fixture) =>
        refuse(run, judge, unknownProject, [{ ...nowhere(), ...(node_id && { node_id }) }]);
      if (hasNode) await run.with(kind, useOfRefused(method), misplaced).catch(unlessUnavailable);
      return served(run, id, judge);
    },
  );
  const node = must(
    'unknown-node',
    `${gerund[id]} with a node id that does not exist answers 404.`,
    async (run, judge) => {
      // A server that deletes the wrong resource must not harm one that others use.
      await run.with(kind, useOfRefused(method), ({ project_id, node_id }) => {
        const at = (other: string) => ({ project_id, node_id: other });
        const first = at(randomUUID());
        const near = method === 'GET' && node_id ? [at(nextTo(node_id))] : [];
        // With another body, where it has one.
        const second = payloads.length > 1 ? [at(randomUUID())] : [];
        return refuse(run, judge, 'an unknown node id', [first, ...second, first, ...near]);
      });
      const withoutNodes = ({ project_id }: Fixture) =>
        refuse(run, judge, 'an unknown node id in a project without nodes', [
          { project_id, node_id: randomUUID() },
        ]);
      const use = method === 'GET' ? 'read' : 'write';
      await run.with(projectKindOf(kind), use, withoutNodes).catch(unlessUnavailable);
      return served(run, id, judge);
    },
  );
  const wrongBodies = must(
    'unknown-and-wrong',
    `${gerund[id]} with an invalid or long body, and an id that does not exist, answers 404 or 400.`,
    async (run, judge) => {
      // Limits of size are not shown.
      const bodies = [
        ...wrongPayloads(id).map((each) => [...each, 400] as const),
        [...long, 400, 413] as const,
      ];
      for (const [label, payload, ...codes] of bodies) {
        const input = label + toUnknown;
        const exchange = await run.send(id, nowhere(), payload, input);
        // A refusal of the body says nothing of the id.
        const isOfBody = codes.some((code) => code === exchange.answer?.status);
        if (!isOfBody) judge.expect(exchange, status(404, ...codes), input);
      }
      return served(run, id, judge);
    },
  );
  return [project, ...(hasNode ? [node] : []), ...(takesBody ? [late(wrongBodies)] : [])];
}

/** Asking for something in a project that does not exist makes no project. */
export function createsNoProject(id: OperationId): Requirement[] {
  const { method, path } = operation(id);
  const reading = path.startsWith('/v2/compute/') ? 'compute.projects.get' : 'projects.get';
  if (method === 'PUT' || method === 'DELETE' || path === operation(reading).path) return [];
  const statement = `${gerund[id]} under a project id that does not exist creates no project.`;
  const check = async (run: Run, judge: Judge) => {
    // Where everything is found, it was not made.
    const untouched = (await ofNobody(run, reading)).exchange;
    if (status(404)(untouched)) return got(reading, untouched);
    const { ids, exchange } = await ofNobody(run, id);
    // Whether what is written to it makes a project is not shown where it is taken.
    if (method !== 'GET' && succeeded(exchange))
      return notExercised(`${gerund[id]} under an id that does not exist got ${seen(exchange)}`);
    const look = await run.send(reading, ids, undefined, 'look for the project');
    const miss = succeeded(look) && status(404)(look);
    if (miss) judge.miss(inState(miss), unknownProject, [exchange, look], createsProject, undefined, id);
    return served(run, reading, judge);
  };
  return [family(id, 'state').should('creates-no-project', statement, check)];
}

/** Ids one digit beside one that exists; only read by, since a target may have given them to somebody else. */
function nearMisses(run: Run, kind: FixtureKind): Promise<Ids[]> {
  return run
    .with(kind, 'read', async ({ project_id, node_id }) => [
      { project_id: nextTo(project_id), ...(node_id && { node_id }) },
    ])
    .catch(unlessUnavailable)
    .then((ids) => ids ?? []);
}

/** The id with another last digit, which no target that gives ids at random has given to anybody. */
function nextTo(id: string): string {
  return id.slice(0, -1) + ((Number.parseInt(id.slice(-1), 16) ^ 8) & 15).toString(16);
}
