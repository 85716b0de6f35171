/** What one exchange shows, whatever went before. */
import { describe, expect, test } from 'vitest';
import { iou, judged, type Line, project, project_id } from './recording.js';

const nul = '\u0000';

describe('what no server may answer', () => {
  const rows: readonly (readonly [string, Line, readonly string[]])[] = [
    ['a crash', ['GET', iou, undefined, 500, {}], ['iou.get.succeeds']],
    ['a code of its own', ['DELETE', project, undefined, 200, {}], ['projects.delete.succeeds']],
    ['a body on a 204', ['DELETE', project, undefined, 204, {}], ['projects.delete.answer.empty']],
    ['no body on a 200', ['GET', iou, undefined, 200], ['iou.get.answer.media-type', 'iou.get.answer.json']],
    ['HTML', ['GET', iou, undefined, 200, '{}', { answerType: 'text/html' }], ['iou.get.answer.media-type']],
    ['a field of another type', ['GET', iou, undefined, 200, { ram: '1' }], ['iou.get.answer.ram']],
    [
      'the id of another',
      ['GET', iou, undefined, 200, { project_id: iou.slice(-36) }],
      ['iou.get.answer-ids.project_id'],
    ],
    ['an invalid value taken', ['PUT', iou, { ram: 'x' }, 200, {}], ['iou.update.refuses.ram']],
    [
      'an invalid value that crashes it',
      ['PUT', iou, { ram: 'x', name: 'a' }, 500, {}],
      ['iou.update.refuses.ram'],
    ],
    [
      'two invalid values taken',
      ['PUT', iou, { ram: 'x', name: 7 }, 200, {}],
      ['iou.update.generated.broken'],
    ],
    ['a list of nothing taken', ['PUT', iou, [], 200, {}], ['iou.update.refuses.non-object']],
    ['half a body taken', ['PUT', iou, '{"ram":', 200, {}], ['iou.update.refuses.malformed-json']],
    [
      'a value at the edge that crashes it',
      ['PUT', iou, { name: '%' }, 500, {}],
      ['iou.update.answers-edges.name'],
    ],
    ['NUL that crashes it', ['PUT', iou, { name: nul }, 500, {}], ['iou.update.generated.odd-text']],
    ['null refused', ['PUT', project, { name: null }, 400, {}], ['projects.update.accepts.name.null']],
    ['nothing at all refused', ['PUT', iou, {}, 400, {}], ['iou.update.accepts.empty-object']],
    ['another value shown', ['PUT', iou, { name: 'a' }, 200, { name: 'b' }], ['iou.update.echoes.name']],
    [
      'what is not accepted',
      ['PUT', project, { status: 'closed' }, 200, { project_id }],
      ['projects.update.refuses.status'],
    ],
    ['a word for an id', ['GET', '/v2/projects/nonsense', undefined, 200, {}], ['projects.get.no-uuid']],
  ];

  test.for(rows)('%s', ([, line, ids]) => {
    const { failed, findings } = judged([line]);
    expect(failed.filter((id) => !/\.(answer|errors)\.always$/.test(id))).toEqual(ids);
    expect(findings.length).toBeGreaterThan(0);
  });
});

test('a wrong code is one finding, whatever it is held against', () => {
  const { failed, findings } = judged([['PUT', project, { name: null }, 409, {}]]);
  expect(failed).toEqual(['projects.update.accepts.name.null', 'projects.update.answers-edges.name']);
  expect(findings.map(({ title }) => title)).toEqual([
    'projects.update answers 409 Conflict instead of 200 OK',
  ]);
});

test('errors are judged where the operation is served at all', () => {
  const lost: Line = ['GET', iou, undefined, 404, '<h1>404</h1>', { answerType: 'text/html' }];
  expect(judged([lost]).failed).toEqual([]);
  expect(judged([['GET', iou, undefined, 200, {}], ['DELETE', iou, undefined, 204], lost]).failed).toEqual([
    'iou.get.errors.media-type',
    'iou.get.errors.json',
  ]);
});

test('a field whose every value is refused is not taken', () => {
  const refused = (ram: number): Line => ['PUT', iou, { ram }, 400, {}];
  const shown: Line = ['GET', iou, undefined, 200, { ram: 5 }];
  expect(judged([shown, refused(4), refused(6)]).failed).toEqual([]);
  expect(judged([shown, refused(5), shown, refused(4), refused(6)]).failed).toEqual([
    'iou.update.accepts.ram',
  ]);
  const taken: Line = ['PUT', iou, { ram: 7, name: 'a' }, 200, {}];
  expect(judged([shown, refused(5), shown, refused(4), refused(6), taken]).failed).toEqual([]);
});

test('what is kept is passed, and what did not come is not exercised', () => {
  const { passed, judged: all } = judged([
    ['GET', iou, undefined, 200, { name: 'a' }],
    ['PUT', iou, { name: 'b' }, 200, { name: 'b' }],
    ['GET', iou, undefined, 200, { name: 'b' }],
  ]);
  const ofAnswer = ['media-type', 'json', 'body', 'name', 'always'].map((name) => `answer.${name}`);
  const ofGet = ['succeeds', ...ofAnswer];
  const ofUpdate = ['accepts.name', 'answers-edges.name', 'echoes.name', 'stores.name'];
  expect(passed.sort()).toEqual(
    [
      ...ofGet.flatMap((name) => [`iou.get.${name}`, `iou.update.${name}`]),
      ...ofUpdate.map((name) => `iou.update.${name}`),
    ].sort(),
  );
  expect(all.get('iou.delete.succeeds')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'no such request in the recording',
  });
});

test('what depends on a default that nobody knows is not held against a server', () => {
  expect(judged([['PUT', iou, { ram: 5 }, 200, { ram: 256 }]], true).failed).toEqual([]);
  const freed = { ram: 5, use_default_iou_values: false };
  expect(judged([['PUT', iou, freed, 200, { ram: 256 }]]).failed).toEqual(['iou.update.echoes.ram']);
});
