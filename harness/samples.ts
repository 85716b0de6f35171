/** Each operation carried out once as the document shows it; many requirements look at the same answers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FixtureKind, type Method, type OperationId, operation, operations } from '../schemas/index.js';
import { succeeded } from './expect.js';
import { type Exchange, isObject, objectOf } from './http/exchange.js';
import { closing, type Payload } from './http/request.js';
import { bytesBehindHead } from './http/response.js';
import { bodyOf, labelOf } from './plan/case.js';
import { invalidCases } from './plan/singles.js';
import type { Run } from './run.js';
import { type Field, mainType, soundInterfaces } from './values/fields.js';
import { inputLocations } from './values/invalid.js';
import { nonObjects } from './values/malformed.js';
import { resolvePlaceholders } from './values/placeholders.js';
import {
  sampleDrawing,
  type WriteId,
  type WriteOperation,
  writeOperation,
  writeOperations,
} from './values/write-operations.js';
import { type Fixture, Unavailable, type Use } from './worlds/index.js';

export interface Sample {
  readonly exchanges: readonly Exchange[];
  /** The same readings again, where a requirement holds them against the first. */
  readonly again: readonly Exchange[];
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

/** How a port of a cloud may be mapped. */
const mapping = { name: 'conformance', port_number: 0, type: 'ethernet', interface: 'eth1' };

/** Values that hardly any new resource has. */
export function unlikeNew({ fields }: WriteOperation): object {
  const valueFor = ({ name, schema }: Field) => {
    if (schema['x-hazard'] === 'allocates') return 2;
    if (mainType(schema) === 'array') return name === 'interfaces' ? soundInterfaces : [mapping];
    return mainType(schema) === 'boolean' ? true : undefined;
  };
  // JSON leaves out what is undefined.
  return Object.fromEntries(fields.map((field) => [field.name, valueFor(field)]));
}

/** What an operation does to the fixture that it is sent to. */
export const useOf = (method: Method): Use =>
  method === 'DELETE' ? 'destroy' : method === 'GET' ? 'read' : 'write';

/** What a request that is to be refused may do to the fixture that it is sent to. */
export function useOfRefused(method: Method): Use {
  return method === 'DELETE' ? 'risk' : method === 'GET' ? 'read' : 'refused';
}

/** The requirement that holds readings against each other. */
export const readingIsSafe = 'reading-is-safe';
/** What counts readings counts to five at most. */
const timesReadAgain = 4;

/** How much later what was created may be listed, in milliseconds. */
const lateMs = 1000;

/** What reads goes first, what deletes goes last. */
const inTurn: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The operation as the document shows it, on a fixture that only the operations of the same resource have. */
export async function sample(run: Run, id: OperationId): Promise<Sample> {
  const { fixture: kind } = operation(id);
  const isShared = run.fixtures.renews(kind) && run.judgesSome(id);
  const together = isShared ? sameResource(id).filter((other) => run.judgesSome(other)) : [id];
  const use = useOfSample(run, together.at(-1) ?? id);
  const samples = await run.once(`samples ${together.join(' ')}`, () =>
    run.with(kind, use, (fixture) => carryOutAll(run, together, fixture), undefined, 'its project'),
  );
  return samples.get(id) as Sample;
}

/** The operation once more, on another fixture. */
export function sampleAnew(run: Run, id: OperationId): Promise<Sample> {
  const work = (fixture: Fixture) => carryOut(run, id, fixture);
  return run.with(operation(id).fixture, useOfSample(run, id), work, undefined, 'nothing');
}

/** Drawings are made to be listed; and what a reading changes shows on what nobody has read. */
function useOfSample(run: Run, id: OperationId): Use {
  const { method, fixture: kind } = operation(id);
  const use = useOf(method);
  return use === 'read' && (id === 'drawings.list' || run.fixtures.renews(kind)) ? 'write' : use;
}

/** `iou.get`, `iou.update` and `iou.delete`, of any of them. */
function sameResource(id: OperationId): OperationId[] {
  const resource = id.slice(0, id.lastIndexOf('.') + 1);
  const mine = operations.filter((other) => other.id.startsWith(resource));
  return mine
    .sort((one, other) => inTurn.indexOf(one.method) - inTurn.indexOf(other.method))
    .map((each) => each.id);
}

async function carryOutAll(run: Run, ids: readonly OperationId[], fixture: Fixture) {
  const samples = new Map<OperationId, Sample>();
  for (const id of ids) {
    // What was created to be listed is a creation as any other.
    const created = id === 'drawings.create' ? samples.get('drawings.list')?.drawn.slice(0, 1) : undefined;
    samples.set(
      id,
      created ? { drawn: [], exchanges: created, again: [] } : await carryOut(run, id, fixture),
    );
  }
  return samples;
}

/** A bound or a conflict may keep it from being taken; neither's conditions are shown. */
export const isTurnedDown = ({ answer }: Exchange) => answer?.status === 400 || answer?.status === 409;

/** Whether a list shows nothing. */
export const isEmptyList = ({ answer }: Exchange) => answer?.body.toString('latin1').trim() === '[]';

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
  const ask = () => run.send(id, fixture, plainPayload(id, fixture), options);
  let first = await ask();
  if (drawn.some(succeeded) && isEmptyList(first)) {
    // When what was created is listed is not shown: that it is late is judged elsewhere, and here what is listed.
    await sleep(lateMs);
    first = await ask();
  }
  const exchanges = [first];
  if (method === 'PUT' && isTurnedDown(first))
    exchanges.push(await run.send(id, fixture, { json: {} }, 'the request judged'));
  const again: Exchange[] = [];
  const isReadAgain = method === 'GET' && run.judges(`${id}.${readingIsSafe}`) && succeeded(first);
  while (isReadAgain && again.length < timesReadAgain)
    again.push(await run.send(id, fixture, undefined, again.length === 0 ? 'read again' : 'read once more'));
  return { drawn, exchanges, again, ...(behindHead && { behindHead }) };
}

export const unknownProject = 'an unknown project id';

/** The ids of nobody, and how they are called. */
export const unknownIdsOf = (id: OperationId) =>
  operation(id).ids.length > 1 ? `${unknownProject} and an unknown node id` : unknownProject;

export const nowhere = () => ({ project_id: randomUUID(), node_id: randomUUID() });

/** A plain request for ids that nobody has; it belongs to what each check that asks has sent. */
export async function ofNobody(run: Run, id: OperationId) {
  const found = await run.once(`nobody ${id}`, async () => {
    const ids = nowhere();
    return { ids, exchange: await run.send(id, ids, plainPayload(id), unknownIdsOf(id)) };
  });
  run.target.histories.add(found.exchange);
  return found;
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
      sent.push((await ofNobody(run, id)).exchange);
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
export const strayed: Payload = { raw: '{}' };
const lastWithBody: Payload = { ...strayed, headers: closing };

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
