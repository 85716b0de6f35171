/** What judging costs beside sending: validation and verdict for each answer, and making values. */
import { Bench } from 'tinybench';
import { compiled } from '../lib/processes.mjs';

/** @param {{ rounds: number }} options */
export async function judging({ rounds }) {
  const [
    { properAnswer, status, all },
    { violations },
    { subjects },
    { operation },
    arbitraries,
    fields,
    wrong,
    fc,
  ] = await Promise.all([
    compiled('harness/expect.js'),
    compiled('harness/shapes.js'),
    compiled('harness/subjects.js'),
    compiled('schemas/index.js'),
    compiled('harness/arbitraries.js'),
    compiled('harness/values/fields.js'),
    compiled('harness/values/wrong.js'),
    import('fast-check').then((module) => module.default),
  ]);
  const resource = await anInstance();
  const bytes = Buffer.from(JSON.stringify(resource));
  const headers = [['Content-Type', 'application/json']];
  // The parsed body is kept beside its answer, so each time is another answer.
  const exchange = () => ({ answer: { status: 200, reason: 'OK', headers, body: bytes } });
  const get = operation('iou.get');
  const expectation = all(status(200), properAnswer(get));

  const bench = new Bench({ time: 400 * rounds, warmup: true, throws: true });
  bench.add('validation', () => violations(get.answers[200].shape, resource));
  bench.add('verdict', () => expectation(exchange()));
  for (const [name, arbitrary] of Object.entries(domains())) {
    let seed = 0;
    bench.add(name, () => fc.sample(arbitrary, { seed: seed++, numRuns: batch }));
  }
  await bench.run();
  return Object.fromEntries(
    bench.tasks.map(({ name, result }) => {
      const { p50, mad } = result.latency;
      const each = name in domains() ? batch : 1;
      return [name, { microseconds: (1000 * p50) / each, deviation: (1000 * mad) / each }];
    }),
  );

  function domains() {
    const subject = subjects['iou.update'];
    const pool = new Map(subject.fields.map((field) => [field.name, fields.plainValues(field)]));
    const edges = new Map(subject.fields.map((field) => [field.name, fields.boundaryValues(field, false)]));
    return {
      plain: arbitraries.plain(pool),
      wide: arbitraries.wide(subject.fields, edges, false),
      broken: arbitraries.broken(subject, pool, wrong.places(subject)),
      malformed: arbitraries.malformedBodies(pool),
      odd: arbitraries.odd(subject.fields, pool),
    };
  }
}

/** Cases drawn at a time, as a run does. */
const batch = 100;

/** An IOU instance as the reference implementation shows it. */
async function anInstance() {
  const { serveReference } = await compiled('reference-impl/index.js');
  const { url, close } = await serveReference();
  const post = async (path, body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const project = await post('/v2/compute/projects', { name: 'bench', project_id: crypto.randomUUID() });
  const nodes = `/v2/compute/projects/${project.project_id}/iou/nodes`;
  const instance = await post(nodes, { name: 'bench', node_id: crypto.randomUUID(), path: 'iou.bin' });
  await close();
  return instance;
}
