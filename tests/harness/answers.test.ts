/** Every successful answer of a run is looked at, whoever asked for it. */
import { describe, expect, test } from 'vitest';
import { Answers } from '../../harness/answers.js';
import { Sightings } from '../../harness/explain/sighting.js';
import { Histories } from '../../harness/history.js';
import type { Answer, Exchange, Json } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { passed } from '../../harness/outcome.js';
import { judgedAlways } from '../../suites/families/always.js';
import { answered } from './by-hand.js';

const id = 'compute.projects.get';
const project_id = '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20';

const read = (body: Json, path = `/v2/compute/projects/${project_id}`, code = 200) =>
  answered(code, body, { method: 'GET', path });

function runWith(...exchanges: readonly Exchange[]) {
  const answers = new Answers();
  for (const each of exchanges) answers.add(each);
  return { answers, sightings: new Sightings(), target: { histories: new Histories() } };
}

const outcomeOf = (...exchanges: readonly Exchange[]) => judgedAlways(runWith(...exchanges), id, passed);

test('an answer of another shape fails, and is told once for all that are alike', () => {
  const [first, second] = ['open', 'shut'].map((status) => read({ project_id, status }));
  const outcome = outcomeOf(read({ project_id }), first as Exchange, second as Exchange);
  expect(outcome).toMatchObject({
    verdict: 'failed',
    failures: [{ expected: 'status to be one of "opened", "closed"', seen: '"open"', exchanges: [first] }],
  });
});

test('each thing that is wrong in an answer is told', () => {
  const outcome = outcomeOf(read({ project_id, status: 'open', name: 1 }));
  expect(outcome.verdict === 'failed' && outcome.failures).toHaveLength(2);
});

test.each([
  ['errors', read({ message: 'no' }, undefined, 404)],
  ['what an odd path was resolved to', read([], '/v2/compute/projects/..')],
  ['what is no operation of the document', read([], '/v2/compute/projects')],
])('not looked at: %s', (_words, exchange) => expect(outcomeOf(exchange)).toBe(passed));

test('what was told of an answer already is not told anew', () => {
  const exchange = read({ project_id, status: 'open' });
  const run = runWith(exchange);
  const judge = new Judge(id, run);
  judge.expect(
    exchange,
    () => ({ expected: 'a status', seen: 'another', violations: [] }),
    'a plain request',
  );
  const [sighting] = run.sightings.broken;
  expect(judgedAlways(run, id, passed)).toMatchObject({ verdict: 'failed', failures: [{ sighting }] });
  expect(run.sightings.broken).toHaveLength(1);
});

test('where the body is not shown, only documented fields count', () => {
  const project = { project: { name: 'a' }, status: 'ok' };
  const bodies = [['any'], project, { project_id, name: 'a' }, { project_id, status: 'open' }];
  const run = runWith(...bodies.map((body) => read(body, `/v2/projects/${project_id}`)));
  const outcome = judgedAlways(run, 'projects.get', passed);
  expect(outcome.verdict === 'failed' && outcome.failures).toHaveLength(1);
});

test('a drawing_id is given once in a project, where the client has sent none', () => {
  const create = (project: string, drawing_id: string, body = '{}') =>
    answered(201, { drawing_id }, { method: 'POST', path: `/v2/projects/${project}/drawings`, body });
  const [one, other] = [project_id, project_id.replace('0', '1')];
  const again = create(one, 'A');
  const sent = create(one, 'a', '{"drawing_id": "a"}');
  const { answers } = runWith(create(one, 'a'), create(one, 'b'), create(other, 'a'), sent, again);
  expect(answers.givenTwice).toEqual([again]);
});

test('an answer with another id than its path is noted, but only at the address where the resource was made', () => {
  const [home, other] = [project_id, '1cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e21'];
  const made = read({ project_id: home }, '/v2/compute/projects');
  const creation = { ...made, request: { ...made.request, method: 'POST' } };
  const wrong = read({ project_id: other, status: 'opened' });
  const elsewhere = read({ project_id: home, status: 'opened' }, `/v2/compute/projects/${other}`);
  const { answers } = runWith(creation, read({ project_id: home }), wrong, elsewhere);
  expect(
    answers
      .of(id)
      .otherIds.get('project_id')
      ?.map(({ exchange }) => exchange),
  ).toEqual([wrong]);
});

describe('what writes have shown tells when answers are wrong', () => {
  const path = `/v2/projects/${project_id}/drawings`;
  const ids = ['1', '2', '3', '4'].map((digit) => `3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e${digit}`);
  const drawing = (drawing_id: string, z?: number) => ({
    ...{ drawing_id, project_id, rotation: 0, svg: '<svg/>', x: 0, y: 0 },
    ...(z !== undefined && { z }),
  });
  const created = (drawing_id: string, z: number) =>
    answered(201, drawing(drawing_id, z), { method: 'POST', path, body: '{}' });
  /** Every other drawing lacks its z. */
  const list = read(
    ids.map((each, index) => drawing(each, index % 2 || undefined)),
    path,
  );
  const contrast = (symptom: string, ...exchanges: readonly Exchange[]) =>
    runWith(...exchanges).answers.shown.contrast('drawings.list', symptom);

  test('a field that the list leaves out where it is 0', () => {
    const writes = ids.map((each, index) => created(each, index % 2));
    expect(contrast('/0/z is missing', ...writes, list)).toEqual({
      features: ['value:z=0'],
      wrong: 2,
      right: 2,
    });
  });

  test('nothing where right answers show the same, or where it is not known', () => {
    expect(contrast('/0/z is missing', ...ids.map((each) => created(each, 1)), list)).toBeUndefined();
    expect(contrast('/0/z is missing', list)).toBeUndefined();
  });

  test('what was sent counts where the answer to it leaves it out', () => {
    const writes = ids.map((each, index) => {
      const { request } = created(each, index % 2);
      const answer = read(drawing(each, index % 2 || undefined), path, 201);
      return { ...answer, request: { ...request, body: JSON.stringify({ z: index % 2 }) } };
    });
    expect(contrast('/0/z is missing', ...writes, list)?.features).toEqual(['value:z=0']);
  });

  test('nothing of answers that are too long to be remembered', () => {
    const long = 'x'.repeat(20_000);
    const writes = ids.map((each, index) => {
      const answer = { ...drawing(each, index % 2), more: long };
      return { ...created(each, 0), answer: read(answer, path, 201).answer as Answer };
    });
    expect(contrast('/0/z is missing', ...writes, list)).toBeUndefined();
  });

  test('a list that is null where several were created', () => {
    const nulls = [read(null, path), read(null, path)];
    const one = read([drawing('', 1)], path);
    expect(contrast('must be array', ...ids.map((each) => created(each, 1)), ...nulls, one, one)).toEqual({
      features: ['state:a project of 2 drawings or more'],
      wrong: 2,
      right: 2,
    });
  });

  test('a field that only the first reading shows', () => {
    const twice = ids.slice(0, 3).flatMap((each) => {
      const at = path.replace(project_id, each);
      return [read([drawing(each, 1)], at), read([drawing(each)], at)];
    });
    expect(contrast('/0/z is missing', ...twice)).toEqual({
      features: ['state:what was read before'],
      wrong: 3,
      right: 2,
    });
    const [first] = twice;
    expect(contrast('/0/z is missing', ...twice, ...(first ? [first] : []))).toBeUndefined();
  });

  test('a list that is null where nothing was created', () => {
    const [first = ''] = ids;
    const others = [read(null, path), read(null, path), created(first, 1)];
    const full = read([drawing(first, 1)], path);
    expect(contrast('must be array', ...others, full, full)).toEqual({
      features: ['ids:a project without drawings'],
      wrong: 2,
      right: 2,
    });
  });
});
