import { writeFile } from 'node:fs/promises';
import { openSession } from '../dist/harness/session.js';
import { faults as catalogue, provenBy as faultsOf, serveReference } from '../dist/reference-impl/index.js';
import { groupBy } from '../dist/schemas/group-by.js';
import { requirements } from '../dist/suites/index.js';

// Writes cli/run/order.json: the requirements, first what one plain request to each operation shows, then those that
// find most faults per request, where all families of faults count the same: the catalogue has hundreds of some, which
// one server has no more often. It rests on what the proof recorded (npm run prove -- --update) and on requests counted
// on the reference implementation.

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

const sizes = new Map();
for (const { family } of catalogue) sizes.set(family, (sizes.get(family) ?? 0) + 1);
/** What a fault counts: all of its family together count one. */
const weights = new Map(catalogue.map(({ name, family }) => [name, 1 / sizes.get(family)]));

const server = await serveReference();

/** Requests of a run that judges only these, one after another. */
async function costOf(ids, runs = 100) {
  const session = openSession({
    baseUrl: server.url,
    headers: [],
    concurrency: 8,
    timeoutMs: 10_000,
    seed: 1,
    runs,
    hazards: false,
    provision: { by: 'rest', bodies: {} },
    selected: ids,
  });
  for (const id of ids) await session.judge(byId.get(id));
  const { requests } = session;
  await session.close();
  return requests;
}

/** What the answer to one plain request shows. */
const isPlain = (id) => /\.(succeeds|(answer|answer-ids)\.(?!always$)\w[\w-]*)$/.test(id);

/** It looks at what all the others have sent: by itself it finds little, whatever it found among them. */
const looksBack = (id) => byId.get(id).turn === 'last' || id.endsWith('.always');

/**
 * Ids with the faults that none before them finds: first what one plain request to each operation shows, the cheapest
 * next, then by new faults a request; what finds nothing new comes last.
 * @param counted Up to so many requests, what the best few really cost together with those before them is counted.
 */
async function greedy(counted) {
  const known = new Set();
  const begun = new Set();
  const left = new Map(requirements.map(({ id }) => [id, faultsOf(id)]));
  const order = [];
  const freshOf = (ids) => [
    ...new Set(ids.flatMap((id) => left.get(id)).filter((fault) => !known.has(fault))),
  ];
  const weightOf = (ids) => freshOf(ids).reduce((sum, fault) => sum + weights.get(fault), 0);
  /** What a requirement is worth with those of its operation that cost nothing more then. */
  const bundled = (id, all) => {
    const after = new Set([...begun, ...groupsOf(id)]);
    const beside = all.get(byId.get(id).operation).filter((other) => other !== id);
    const ids = [id, ...beside.filter((other) => costBeside(after, other) <= free)];
    const fresh = weightOf(ids);
    return { ids, fresh, worth: fresh / costBeside(begun, id) };
  };
  const take = (ids) => {
    for (const id of ids) {
      const faults = freshOf([id]).length;
      for (const fault of left.get(id)) known.add(fault);
      for (const group of groupsOf(id)) begun.add(group);
      left.delete(id);
      order.push({ id, requests: alone.get(id), faults });
    }
  };
  const costWith = (ids) => costOf([...order.map(({ id }) => id), ...ids]);
  let requests = 0;
  const plain = groupBy([...left.keys()].filter(isPlain), (id) => byId.get(id).operation);
  while (plain.size > 0) {
    const costs = new Map();
    for (const [operation, ids] of plain) costs.set(operation, await costWith(ids));
    const [[next, cost]] = [...costs].sort(([, a], [, b]) => a - b);
    take(plain.get(next));
    plain.delete(next);
    requests = cost;
  }
  while (left.size > 0) {
    const now = [...left.keys()].filter((id) => !looksBack(id));
    const all = now.length > 0 ? now : [...left.keys()];
    const byOperation = groupBy(all, (id) => byId.get(id).operation);
    let rows = all.map((id) => bundled(id, byOperation)).sort((a, b) => b.worth - a.worth);
    if (requests < counted) {
      rows = rows.slice(0, tried);
      for (const row of rows) {
        row.requests = await costWith(row.ids);
        row.worth = row.fresh / Math.max(free, row.requests - requests);
      }
      rows.sort((a, b) => b.worth - a.worth);
      requests = rows[0].requests;
    }
    take(rows[0].ids);
  }
  return order;
}

/** Of so many requirements it is counted what they cost. */
const tried = 12;

const alone = new Map();
for (const { id } of requirements) alone.set(id, Math.max(1, await costOf([id])));

// Many look at answers that others have asked for already, or need the same instance: what each adds to the cheapest
// of its resource, of its operation, and of its operation and kind. What adds nothing costs a little all the same, so
// that the order does not depend on it.
const free = 0.1;
const groupsOf = (id) => {
  const { operation, kind } = byId.get(id);
  return [operation.slice(0, operation.lastIndexOf('.')), operation, `${operation} ${kind}`];
};
const cheapest = new Map();
for (const { id } of requirements)
  for (const group of groupsOf(id))
    if (alone.get(id) < (alone.get(cheapest.get(group)) ?? Number.POSITIVE_INFINITY)) cheapest.set(group, id);
const added = new Map();
for (const { id } of requirements)
  for (const group of groupsOf(id)) {
    const first = cheapest.get(group);
    const adds = first === id ? free : (await costOf([first, id])) - alone.get(first);
    added.set(`${group} ${id}`, Math.max(free, adds));
  }

/** What a requirement costs when some of these groups have been judged in part. */
function costBeside(begun, id) {
  const beside = groupsOf(id).filter((group) => begun.has(group));
  return Math.min(alone.get(id), ...beside.map((group) => added.get(`${group} ${id}`)));
}

// Costs matter most where a budget is small.
const order = await greedy(300);

// Requirements share what they send, so a few together cost less than each alone: counted at some lengths, at most of
// those that a small budget pays for.
const prefixes = [];
for (let length = 4; ; length = Math.ceil(length < 200 ? length + 3 : length * 1.1)) {
  const ids = order.slice(0, length).map(({ id }) => id);
  prefixes.push({ length: ids.length, requests: await costOf(ids) });
  if (length >= order.length) break;
}
const whole = [];
for (const runs of [1, 5, 10, 20, 50, 100])
  whole.push({
    runs,
    requests: await costOf(
      order.map(({ id }) => id),
      runs,
    ),
  });
await server.close();

const lines = (rows) => rows.map((row) => JSON.stringify(row)).join(',\n');
await writeFile(
  new URL('../cli/run/order.json', import.meta.url),
  `{"prefixes":[\n${lines(prefixes)}\n],"whole":[\n${lines(whole)}\n],"order":[\n${lines(order)}\n]}\n`,
);
