/** What judging costs beside sending: validation and verdict for each answer, and making values. */
import { Bench } from 'tinybench';
import { compiled, post } from '../lib/processes.mjs';

export async function judging({ rounds }) {
  const { properAnswer, status, all } = await compiled('harness/expect.js');
  const { violations } = await compiled('harness/values/shapes.js');
  const { writeOperations } = await compiled('harness/values/write-operations.js');
  const { operation } = await compiled('schemas/index.js');
  const { generated } = await compiled('harness/plan/waves.js');
  const { plainValues, edgeValues } = await compiled('harness/values/fields.js');
  const { inputLocations } = await compiled('harness/values/invalid.js');
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
  let seed = 0;
  let cases = 0;
  bench.add('dealing', () => {
    const dealt = deal(seed++);
    cases = dealt.flatMap((property) => property.cases).length;
  });
  await bench.run();
  return Object.fromEntries(
    bench.tasks.map(({ name, result }) => {
      const { p50, mad } = result.latency;
      const each = name === 'dealing' ? cases : 1;
      return [name, { microseconds: (1000 * p50) / each, deviation: (1000 * mad) / each }];
    }),
  );

  /** The generated cases of a target that takes every value. */
  function deal(seed) {
    const written = writeOperations['iou.update'];
    const values = (of) => new Map(written.fields.map((field) => [field.name, of(field)]));
    const facts = {
      pool: values(plainValues),
      takes: true,
      edges: values((field) => edgeValues(field, false).map(({ value }) => value)),
      sound: written.fields,
      guarded: inputLocations(written),
      nulls: [],
      unstored: new Set(),
    };
    return generated(written, () => true, facts, { runs: 100, hazards: false, seedOf: () => seed });
  }
}

/** An IOU instance as the reference implementation shows it. */
async function anInstance() {
  const { serveReference } = await compiled('reference-impl/index.js');
  const { url, close } = await serveReference();
  const projects = `${url}/v2/compute/projects`;
  const { project_id } = await post(projects, { name: 'bench', project_id: crypto.randomUUID() });
  const iou = { name: 'bench', node_id: crypto.randomUUID(), path: 'iou.bin' };
  const instance = await post(`${projects}/${project_id}/iou/nodes`, iou);
  await close();
  return instance;
}
