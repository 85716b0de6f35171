/** What a history shows, and what nobody can know from it. */
import { describe, expect, test } from 'vitest';
import { iou, judged, type Line, often, project, project_id } from './recording.js';

const shows = (fields: object) => ({ project_id, ...fields });
const get = (fields: object): Line => ['GET', project, undefined, 200, shows(fields)];
const put = (body: object, fields: object = body): Line => ['PUT', project, body, 200, shows(fields)];

/** A name that is answered and not stored. */
const forgotten: readonly Line[] = [get({ name: 'a' }), put({ name: 'b' }), get({ name: 'a' })];

describe('a history that no server should have', () => {
  const rows: readonly (readonly [string, readonly Line[], string])[] = [
    ['a write that is not stored', forgotten, 'projects.update.stores.name'],
    [
      'a write that changes something else',
      [get({ name: 'a', scene_width: 1 }), put({ scene_width: 2 }), get({ name: 'c', scene_width: 2 })],
      'projects.update.keeps-others',
    ],
    [
      'a refusal that changes something',
      [get({ name: 'a' }), ['PUT', project, { name: 7 }, 400, {}], get({ name: 'c' })],
      'projects.update.aftermath.unchanged',
    ],
    ['readings that differ', [get({ name: 'a' }), get({ name: 'b' })], 'projects.get.reading-is-safe'],
    [
      'a deletion that does not delete',
      [['DELETE', project, undefined, 204], get({ name: 'a' })],
      'projects.delete.then-gone',
    ],
    [
      'a deletion that is repeated',
      [
        ['DELETE', project, undefined, 204],
        ['DELETE', project, undefined, 204],
      ],
      'projects.delete.twice',
    ],
    [
      'an update of what was deleted',
      [['DELETE', project, undefined, 204], put({ name: 'a' })],
      'projects.delete.then-no-update',
    ],
    [
      'a project that is lost',
      [get({ name: 'a' }), ['GET', project, undefined, 404, {}]],
      'projects.get.succeeds',
    ],
    [
      'a drawing that is not listed',
      [
        get({ name: 'a' }),
        [
          'POST',
          `${project}/drawings`,
          { x: 7 },
          201,
          {
            drawing_id: '7f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5',
            project_id,
            rotation: 0,
            svg: '',
            x: 7,
            y: 0,
            z: 0,
          },
        ],
        ['GET', `${project}/drawings`, undefined, 200, []],
      ],
      'drawings.create.stores.x',
    ],
    [
      'an instance that another write changes',
      [
        ['GET', iou, undefined, 200, { name: 'a' }],
        ['PUT', iou.replace(/......$/, '000000'), { name: 'z' }, 200, { name: 'z' }],
        ['GET', iou, undefined, 200, { name: 'z' }],
      ],
      'iou.update.spares-siblings',
    ],
  ];

  test.for(rows)('%s: a failure where nothing is missing, else no verdict on one', ([, lines, id]) => {
    expect(judged(lines, true).failed).toEqual([id]);
    const once = judged(lines);
    expect({ failed: once.failed, inconclusive: once.inconclusive }).toEqual({
      failed: [],
      inconclusive: [id],
    });
    expect(once.findings).toEqual([]);
    expect(once.reason(id)).toMatch(/requests that are not in the recording would explain it/);
  });

  test('is one when it is seen again and again', () => {
    const again = judged(often(3, forgotten));
    expect(again.failed).toEqual(['projects.update.stores.name']);
    expect(again.findings).toMatchObject([
      { level: 'should', requirements: ['projects.update.stores.name'] },
    ]);
    expect(judged(often(2, forgotten)).failed).toEqual([]);
  });

  test('is none where the same is right more often', () => {
    const right = [get({ name: 'a' }), put({ name: 'b' }), get({ name: 'b' })];
    expect(judged([...often(3, forgotten), ...often(9, right).slice(-12)]).failed).toEqual([]);
  });
});

describe('nobody is blamed for what nobody knows', () => {
  const rows: readonly (readonly [string, readonly Line[]])[] = [
    ['the state at the start', [put({ scene_width: 2 }), get({ name: 'c', scene_width: 2 })]],
    ['what a refusal left of it', [['PUT', project, { name: 7 }, 400, {}], get({ name: 'c' })]],
    ['a resource that was never there', [['GET', project, undefined, 404, {}], get({ name: 'a' })]],
    [
      'a request that the document does not have',
      [get({ name: 'a' }), ['POST', `${project}/close`, {}, 201, {}], get({ name: 'b' })],
    ],
    [
      'one that names the project in its answer',
      [
        get({ name: 'a' }),
        ['POST', '/v2/projects/load', { path: '/x' }, 201, { project_id }],
        get({ name: 'b' }),
      ],
    ],
    [
      'one that names nothing',
      [get({ name: 'a' }), ['POST', '/v2/server/reload', undefined, 204], get({ name: 'b' })],
    ],
    [
      'a project made again',
      [
        ['DELETE', project, undefined, 204],
        ['POST', '/v2/projects', { name: 'a', project_id }, 201, { project_id }],
        get({ name: 'a' }),
      ],
    ],
    [
      'writes at once',
      [
        ['PUT', project, { name: 'b' }, 200, shows({ name: 'b' }), { lasts: 100 }],
        ['PUT', project, { name: 'c' }, 200, shows({ name: 'b' }), { after: 50 }],
        get({ name: 'b' }),
        get({ name: 'b' }),
      ],
    ],
    [
      'a reading during a write',
      [
        get({ name: 'a' }),
        ['PUT', project, { name: 'b' }, 200, shows({ name: 'b' }), { lasts: 100 }],
        ['GET', project, undefined, 200, shows({ name: 'a' }), { after: 50 }],
        get({ name: 'b' }),
      ],
    ],
    [
      'a write that got no answer',
      [get({ name: 'a' }), ['PUT', project, { name: 'b' }, 0], get({ name: 'b' })],
    ],
    [
      'a write that a proxy answered',
      [
        get({ name: 'a' }),
        ['PUT', project, { name: 'b' }, 502, 'bad gateway', { answerType: 'text/html' }],
        get({ name: 'b' }),
      ],
    ],
    [
      'a body of another type',
      [
        get({ name: 'a' }),
        ['PUT', project, 'name=b', 200, shows({ name: 'b' }), { type: 'application/x-www-form-urlencoded' }],
        get({ name: 'b' }),
      ],
    ],
    ['a value out of bounds', [['PUT', project, { scene_width: 2 ** 40 }, 400, {}]]],
    ['a name that comes twice', [['PUT', project, '{"name":7,"name":"a"}', 200, shows({ name: 'a' })]]],
    ['a conflict before an invalid value', [['PUT', iou, { ram: 'x' }, 409, {}]]],
    [
      'drawings of no project',
      [
        ['POST', `${project}/drawings`, { x: 7 }, 500, {}],
        ['GET', `${project}/drawings`, undefined, 500, {}],
      ],
    ],
    [
      'authentication, load and caches',
      [...[401, 429, 503, 304].map((status): Line => ['GET', project, undefined, status])],
    ],
  ];

  test.for(rows)('%s', ([, lines]) => {
    const { failed, inconclusive, findings } = judged(lines, true);
    expect({ failed, inconclusive, findings }).toEqual({ failed: [], inconclusive: [], findings: [] });
  });
});
