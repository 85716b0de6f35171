/** Each operation carried out once as the document shows it; many requirements look at the same answers. */
import { randomUUID } from 'node:crypto';
import { type FixtureKind, type Method, type OperationId, operation, operations } from '../schemas/index.js';
import { type Exchange, isObject, objectOf } from './http/exchange.js';
import { closing, type Payload } from './http/request.js';
import { bytesBehindHead } from './http/response.js';
import { bodyOf, labelOf } from './plan/case.js';
import { invalidCases } from './plan/singles.js';
import type { Run } from './run.js';
import { inputLocations } from './values/invalid.js';
import { nonObjects } from './values/malformed.js';
import { resolvePlaceholders } from './values/placeholders.js';
import { sampleDrawing, type WriteId, writeOperation, writeOperations } from './values/write-operations.js';
import { type Fixture, Unavailable, type Use } from './worlds/index.js';

export interface Sample {
  readonly exchanges: readonly Exchange[];
  /** Drawings that were created to be listed. */
  readonly drawn: readonly Exchange[];
  /** Bytes behind the head of the first answer, for operations that answer without a body. */
  readonly behindHead?: Buffer;
}

/** What a plain request of an operation carries. */
export function plainPayload(id: OperationId, fixture?: Fixture): Payload | undefined {
  const written = writeOperation(id);
  if (written && fixture) return { json: resolvePlaceholders(written.plainBodies[0], fixture) };
  if (written) return { json: written.creates ? sampleDrawing : { name: 'conformance' } };
  return operation(id).takesBody ? { json: {} } : undefined;
}

/** A plain body of an update that says something else than what is shown. */
export function plainBodyOtherThan(id: WriteId, fixture: Fixture, shown: Exchange): Payload {
  const bodies = writeOperations[id].plainBodies.map((body) => resolvePlaceholders(body, fixture));
  const state = objectOf(shown) ?? {};
  const isOther = (body: unknown) =>
    isObject(body) && Object.entries(body).every(([name, value]) => state[name] !== value);
  return { json: bodies.find(isOther) ?? bodies[0] };
}

/** What an operation does to the fixture that it is sent to. */
export const useOf = (method: Method): Use => (method === 'DELETE' ? 'destroy' : useOfRefused(method));

/** What a request that is to be refused may do to the fixture that it is sent to. */
export function useOfRefused(method: Method): Use {
  return method === 'DELETE' ? 'risk' : method === 'GET' ? 'read' : 'write';
}

/** The operation on a fixture of its own, as the document shows it. */
export function sample(run: Run, id: OperationId): Promise<Sample> {
  return run.once(`sample ${id}`, () => {
    const { method, fixture: kind } = operation(id);
    const use = id === 'drawings.list' ? 'write' : useOf(method);
    return run.with(kind, use, (fixture) => carryOut(run, id, fixture), undefined, true);
  });
}

async function carryOut(run: Run, id: OperationId, fixture: Fixture): Promise<Sample> {
  const { method, success } = operation(id);
  const drawn: Exchange[] = [];
  while (id === 'drawings.list' && drawn.length < 2)
    drawn.push(await run.send('drawings.create', fixture, { json: sampleDrawing }, 'a drawing to list'));
  let behindHead: Buffer | undefined;
  const raw = (all: Buffer) => {
    behindHead = bytesBehindHead(all);
  };
  const options = { purpose: 'the request judged', ...(success.includes(204) && { raw }) };
  const exchanges = [await run.send(id, fixture, plainPayload(id, fixture), options)];
  if (method === 'PUT') exchanges.push(await run.send(id, fixture, { json: {} }, 'the request judged'));
  return { drawn, exchanges, ...(behindHead && { behindHead }) };
}

/** Requests of an operation that must be refused, for what all refusals have in common. */
export function refusals(run: Run, id: OperationId): Promise<readonly Exchange[]> {
  return run.once(`refusals ${id}`, async () => {
    const { listed, takesBody, fixture: kind } = operation(id);
    const sent: Exchange[] = [];
    /** Without a fixture the refusal of an unknown id can still be judged. */
    const unlessUnavailable = (error: unknown) => {
      if (!(error instanceof Unavailable) || sent.length === 0) throw error;
      return undefined;
    };
    if (listed.includes(404)) {
      const unknown = { project_id: randomUUID(), node_id: randomUUID() };
      sent.push(await run.send(id, unknown, plainPayload(id), 'an unknown id'));
      if (run.fixtures.renews(kind)) {
        const deleted = await ofDeleted(run, kind).catch(unlessUnavailable);
        sent.push(...[deleted?.sent.get(id)].filter((each) => each !== undefined));
      }
    }
    const spoil = async (fixture: Fixture) => {
      for (const [purpose, payload] of wrongPayloads(id))
        sent.push(await run.send(id, fixture, payload, purpose));
    };
    if (takesBody) await run.with(kind, 'write', spoil).catch(unlessUnavailable);
    return sent;
  });
}

/** Means nothing to an operation that takes no body. */
export const lastWithBody: Payload = { raw: '{}', headers: closing };

/** What a deleted resource answers. */
interface Deleted {
  /** With {@link lastWithBody}. */
  readonly deletion: Exchange;
  /** A plain request of each operation of its kind. */
  readonly sent: ReadonlyMap<OperationId, Exchange>;
}

/** One resource of a kind is deleted, and each operation asked for it then; undefined for a kind without deletion. */
export function ofDeleted(run: Run, kind: FixtureKind): Promise<Deleted | undefined> {
  return run.once(`deleted ${kind}`, async () => {
    const mine = operations.filter(({ fixture, listed }) => fixture === kind && listed.includes(404));
    // Its own again at last, lest a deletion that failed the first time is made up for.
    const own = mine.find(({ method }) => method === 'DELETE');
    if (!own) return undefined;
    return run.with(kind, 'destroy', async (fixture) => {
      const deletion = await run.send(own.id, fixture, lastWithBody, 'delete');
      const sent = new Map<OperationId, Exchange>();
      for (const { id } of [...mine.filter((each) => each !== own), own])
        sent.set(id, await run.send(id, fixture, plainPayload(id, fixture), 'the id of what was deleted'));
      return { deletion, sent };
    });
  });
}

/** One of each kind of wrong body. */
export function wrongPayloads(id: OperationId): [purpose: string, payload: Payload][] {
  const written = writeOperation(id);
  const location = written && inputLocations(written)[0];
  const wrong = written && location ? invalidCases(written, location)[0] : undefined;
  return [
    ['malformed JSON', { raw: '{"name": ' }],
    ...nonObjects.slice(0, 1).map(([label, raw]): [string, Payload] => [label, { raw }]),
    ...(wrong ? [[labelOf(wrong), { json: bodyOf(wrong) }] as [string, Payload]] : []),
  ];
}
