/** Ids that nobody has are answered 404 wherever the operation lists it (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { seen, status } from '../../harness/expect.js';
import { toUnknown } from '../../harness/explain/difference.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Ids, Payload } from '../../harness/http/request.js';
import type { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload, sample, useOfRefused, wrongPayloads } from '../../harness/samples.js';
import { type Fixture, Unavailable, unlessUnavailable } from '../../harness/worlds/index.js';
import { projectKindOf } from '../../harness/worlds/resource.js';
import { type FixtureKind, type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, one } from '../words.js';

/** The UUID that stands for none (RFC 9562, 5.9). */
const none = '00000000-0000-0000-0000-000000000000';
const nil = { project_id: none, node_id: none };
/** More than is read at once by many. */
type Labelled = readonly [string, Payload];

const long: Labelled = ['a body of 40 KB', { json: { name: 'a'.repeat(40_000) } }];
export const unknownProject = 'an unknown project id';
const unknownIdsOf = 'an unknown project id and an unknown node id';

export function unknownIds(id: OperationId): Requirement[] {
  const { listed, ids, method, fixture: kind } = operation(id);
  if (!listed.includes(404)) return [];
  const { must } = family(id, 'unknown ids');
  const nowhere = () => ({ project_id: randomUUID(), node_id: randomUUID() });
  const does = doing[id];
  return [
    must('unknown-project', `${does} under a project id that does not exist answers 404.`, noSuchProject),
    ...(ids.length > 1
      ? [must('unknown-node', `${does} with a node id that does not exist answers 404.`, noSuchNode)]
      : []),
    ...(operation(id).takesBody
      ? [
          must(
            'unknown-and-wrong',
            `${does} with a wrong body, or a long one, under an id that does not exist answers 404 or 400.`,
            wrongBodies,
          ),
        ]
      : []),
  ];

  async function noSuchProject(run: Run, judge: Judge): Promise<Outcome> {
    // The first once more: it may have been made by asking for it.
    const first = nowhere();
    const addresses: Ids[] = [first, nowhere(), first];
    if (method === 'GET') addresses.push(...(await nearMisses(run, kind)));
    await refuse(run, judge, ids.length > 1 ? unknownIdsOf : unknownProject, addresses);
    if (method === 'GET') {
      const exchange = await run.send(id, nil, undefined, 'the nil UUID');
      // A target may have something by this id: then it is shown.
      judge.expect(exchange, status(404, 200), 'the nil UUID');
    }
    // A node id that exists elsewhere must not be found under a project that does not.
    const misplaced = ({ node_id }: Fixture) =>
      refuse(run, judge, unknownProject, [{ ...nowhere(), ...(node_id && { node_id }) }]);
    if (ids.length > 1) await run.with(kind, useOfRefused(method), misplaced).catch(unlessUnavailable);
    return besideTwin(run, judge);
  }

  async function noSuchNode(run: Run, judge: Judge): Promise<Outcome> {
    // Who deletes something else than was asked for is to harm nobody else's resource.
    await run.with(kind, useOfRefused(method), ({ project_id, node_id }) => {
      const first = { project_id, node_id: randomUUID() };
      return refuse(run, judge, 'an unknown node id', [
        first,
        { project_id, node_id: randomUUID() },
        first,
        ...(method === 'GET' && node_id ? [{ project_id, node_id: nextTo(node_id) }] : []),
      ]);
    });
    const withoutNodes = ({ project_id }: Fixture) =>
      refuse(run, judge, 'an unknown node id in a project without nodes', [
        { project_id, node_id: randomUUID() },
      ]);
    const use = method === 'GET' ? 'read' : 'write';
    await run.with(projectKindOf(kind), use, withoutNodes).catch(unlessUnavailable);
    return besideTwin(run, judge);
  }

  async function wrongBodies(run: Run, judge: Judge): Promise<Outcome> {
    const expect = async ([label, payload]: Labelled, ...codes: readonly number[]) => {
      const input = label + toUnknown;
      judge.expect(await run.send(id, nowhere(), payload, input), status(...codes), input);
    };
    for (const wrong of wrongPayloads(id)) await expect(wrong, 404, 400);
    // Limits of size are not shown.
    await expect(long, 404, 400, 413);
    return besideTwin(run, judge);
  }

  async function refuse(run: Run, judge: Judge, input: string, addresses: readonly Ids[]): Promise<Judge> {
    for (const address of addresses)
      for (const payload of payloads(id)) {
        const exchange = await run.send(id, address, payload, input);
        judge.expect(exchange, status(404), input);
      }
    return judge;
  }

  /**
   * The valid twin is the same request on a resource that exists: it must not be answered 404 as well.
   * It needs a fixture of its own, and is sent when the others were given back.
   */
  async function besideTwin(run: Run, judge: Judge): Promise<Outcome> {
    if (judge.failed) return judge.outcome();
    const twin = await sample(run, id).catch((error: unknown) => {
      if (error instanceof Unavailable) return error;
      throw error;
    });
    if (twin instanceof Unavailable)
      return notExercised(
        `404 was answered, but without ${one(kind)} that exists nothing shows that the path is served (${twin.message})`,
        twin.remedy,
      );
    const [exchange] = twin.exchanges as readonly [Exchange];
    if (exchange.answer && exchange.answer.status !== 404) return passed;
    const reason = `the same request on a resource that exists got ${seen(exchange)}`;
    return inconclusive(reason, [...twin.before, exchange]);
  }
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

function payloads(id: OperationId) {
  const plain = plainPayload(id);
  return plain && operation(id).method === 'PUT' ? [plain, { json: {} }] : [plain];
}
