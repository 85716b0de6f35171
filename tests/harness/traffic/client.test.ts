import { expect, test } from 'vitest';
import { iou, judged, type Line, project, project_id } from './recording.js';

const rows: readonly (readonly [Line, string])[] = [
  [['PUT', iou, { ram: 'x' }, 400, {}], 'must 2.4 iou.update sends a string as ram'],
  [
    ['PUT', project, { status: 'closed' }, 400, {}],
    'must 2.2 projects.update sends status, which is not accepted',
  ],
  [['PUT', iou, '{', 400, {}], 'must 1 iou.update has a body that is not valid JSON'],
  [['PUT', iou, [], 400, {}], 'must 4.5 iou.update has a body that is no JSON object'],
  [
    ['GET', '/v2/projects/7', undefined, 404, {}],
    'must 1 projects.get is asked for by an id that is no UUID',
  ],
  [
    ['PUT', iou, { speed: 1 }, 200, {}],
    'should 2.4 iou.update sends "speed", which the document does not name',
  ],
  [['PUT', iou, undefined, 400, {}], 'should 4.5 iou.update has no body'],
  [
    ['PUT', iou, '{}', 200, {}, { type: 'text/plain' }],
    'should 4 iou.update has a body that is declared as text/plain, not as application/json',
  ],
  [['DELETE', iou, {}, 204], 'should 4.5 iou.delete is sent with a body, but takes none'],
  [['GET', `${iou}?a=b`, undefined, 200, {}], 'may 4.5 iou.get has a query, and the document shows none'],
  [['PATCH', project, {}, 405, {}], 'may 4 PATCH /v2/projects/{id}, which the document does not have'],
];

test.for(rows)("%s is told as the client's", ([line, told]) => {
  const { clientFindings, failed } = judged([line, line]);
  expect(
    clientFindings.map(({ level, section, title, times }) => `${level} ${section} ${title} ${times}`),
  ).toEqual([`${told} 2`]);
  expect(failed.filter((id) => !id.endsWith('.always'))).toEqual([]);
});

test('what the document allows is not told', () => {
  const { clientFindings } = judged([
    ['GET', project, undefined, 200, { project_id }],
    ['PUT', project, { name: null, scene_width: 1 }, 200, { project_id }],
    ['POST', `${project}/drawings`, {}, 400, {}],
    ['DELETE', iou, undefined, 204],
    ['OPTIONS', project, undefined, 200],
  ]);
  expect(clientFindings).toEqual([]);
});
