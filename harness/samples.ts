/** Each operation carried out once as the document shows it; many requirements look at the same answers. */
import { randomUUID } from 'node:crypto';
import { type Method, type OperationId, operation, operations } from '../schemas/index.js';
import type { Exchange } from './exchange.js';
import { type Fixture, Unavailable, type Use } from './fixtures/index.js';
import { type Payload, requestOf } from './request.js';
import type { Run } from './run.js';
import { type Subject, sampleDrawing, subjects } from './subjects.js';
import { materialise } from './values/from-fixture.js';
import { nonObjects } from './values/malformed.js';
import { places, wrongBodies } from './values/wrong.js';
import { bytesBehindHead } from './wire.js';

export interface Sample {
  readonly fixture: Fixture;
  /** The answers to judge; what led to each is in `before`. */
  readonly exchanges: readonly Exchange[];
  readonly before: readonly Exchange[];
  /** Bytes behind the head of the first answer, for operations that answer without a body. */
  readonly behindHead?: Buffer;
}

export function subjectOf(id: OperationId): Subject | undefined {
  return (subjects as Partial<Record<OperationId, Subject>>)[id];
}

/** What a plain request of an operation carries. */
export function plainPayload(id: OperationId, fixture?: Fixture): Payload | undefined {
  const subject = subjectOf(id);
  if (subject && fixture) return { json: materialise(subject.rewrites[0], fixture) };
  if (subject) return { json: subject.creates ? sampleDrawing : { name: 'conformance' } };
  return operation(id).takesBody ? { json: {} } : undefined;
}

/** What an operation does to the fixture that it is sent to, also when it is to be refused. */
export function useOf(method: Method): Use {
  return method === 'DELETE' ? 'destroy' : method === 'GET' ? 'read' : 'write';
}

/** The operation on a fixture of its own, as the document shows it. */
export function sample(run: Run, id: OperationId): Promise<Sample> {
  return run.once(`sample ${id}`, () => {
    const { method, fixture: kind } = operation(id);
    return run.with(kind, id === 'drawings.list' ? 'write' : useOf(method), (fixture) =>
      carryOut(run, id, fixture),
    );
  });
}

async function carryOut(run: Run, id: OperationId, fixture: Fixture): Promise<Sample> {
  const { method, success } = operation(id);
  const before: Exchange[] = [...fixture.made];
  if (id === 'drawings.list')
    for (let i = 0; i < 2; i++)
      before.push(await run.send('drawings.create', fixture, { json: sampleDrawing }, 'a drawing to list'));
  if (success.includes(204)) {
    let bytes: Buffer = Buffer.alloc(0);
    const request = requestOf(id, fixture, plainPayload(id, fixture));
    const raw = (all: Buffer) => {
      bytes = bytesBehindHead(all);
    };
    const exchange = await run.target.send(request, { purpose: 'the request judged', raw });
    return { fixture, before, exchanges: [exchange], behindHead: bytes };
  }
  const exchanges = [await run.send(id, fixture, plainPayload(id, fixture), 'the request judged')];
  if (method === 'PUT') exchanges.push(await run.send(id, fixture, { json: {} }, 'the request judged'));
  return { fixture, before, exchanges };
}

/** A request that must be refused, with what led to it. */
export interface Refusal {
  readonly exchange: Exchange;
  readonly before: readonly Exchange[];
}

/** Requests of an operation that must be refused, for what all refusals have in common. */
export function refusals(run: Run, id: OperationId): Promise<readonly Refusal[]> {
  return run.once(`refusals ${id}`, async () => {
    const { listed, takesBody, fixture: kind } = operation(id);
    const unknown = { project_id: randomUUID(), node_id: randomUUID() };
    const sent: Refusal[] = [];
    if (listed.includes(404))
      sent.push({ exchange: await run.send(id, unknown, plainPayload(id), 'an unknown id'), before: [] });
    const deletion = operations.find(({ method, fixture }) => method === 'DELETE' && fixture === kind);
    if (listed.includes(404) && deletion && run.fixtures.renewable) {
      const gone = async (fixture: Fixture) => {
        const before = [...fixture.made, await run.send(deletion.id, fixture, undefined, 'delete')];
        const exchange = await run.send(id, fixture, plainPayload(id, fixture), 'the id of what was deleted');
        sent.push({ exchange, before });
      };
      await unlessUnavailable(run.with(kind, 'destroy', gone), sent);
    }
    if (!takesBody) return sent;
    const spoil = async (fixture: Fixture) => {
      for (const [purpose, payload] of wrongPayloads(id))
        sent.push({ exchange: await run.send(id, fixture, payload, purpose), before: fixture.made });
    };
    await unlessUnavailable(run.with(kind, 'write', spoil), sent);
    return sent;
  });
}

/** Without a fixture the refusal of an unknown id can still be judged. */
const unlessUnavailable = (work: Promise<void>, sent: readonly Refusal[]) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Unavailable) || sent.length === 0) throw error;
  });

/** One of each kind of wrong body. */
export function wrongPayloads(id: OperationId): [purpose: string, payload: Payload][] {
  const subject = subjectOf(id);
  const place = subject && places(subject)[0];
  const wrong = subject && place ? wrongBodies(subject, place.name)[0] : undefined;
  return [
    ['malformed JSON', { raw: '{"name": ' }],
    ...nonObjects.slice(0, 1).map(([label, raw]): [string, Payload] => [label, { raw }]),
    ...(wrong ? [[wrong.label, { json: wrong.json }] as [string, Payload]] : []),
  ];
}
