import type { Examples } from './types.js';

const settings = {
  auto_close: true,
  auto_open: false,
  auto_start: false,
  name: 'lab',
  path: '/srv/projects/0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
  scene_height: 1000,
  scene_width: 2000,
};

const wrongSettings = {
  auto_close: ['true', 1, null],
  auto_open: ['false', 0, null],
  auto_start: [{}, 'no', null],
  name: [7, true, ['lab']],
  path: [7, false, {}],
  scene_height: ['1000', 1000.5, null],
  scene_width: ['2000', 0.5, null, []],
};

export const projectUpdate: Examples = {
  complete: settings,
  valid: {
    'nothing at all': {},
    'a name that is null': { name: null },
    'a path that is null': { path: null },
    'a field that only the output has, which the schema lets pass': { filename: 'lab.gns3' },
  },
  wrong: wrongSettings,
  mandatory: [],
};

export const project: Examples = {
  complete: {
    ...settings,
    filename: 'lab.gns3',
    project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
    status: 'opened',
  },
  valid: {
    'what the compute sample answers': { name: 'test', project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20' },
    'null wherever it is allowed': {
      project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
      filename: null,
      name: null,
      path: null,
    },
    'the other status': { project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20', status: 'closed' },
  },
  wrong: {
    ...wrongSettings,
    filename: [7, {}, true],
    project_id: ['lab', 7, null],
    status: ['started', 'Opened', '', null],
  },
  mandatory: ['project_id'],
};
