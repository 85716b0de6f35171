import type { Examples } from './types.js';

const complete = {
  drawing_id: '62afa856-4a43-4444-a376-60f6f963bb3d',
  project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
  rotation: -90,
  svg: '<svg height="210" width="500"><line x1="0" y1="0" x2="200" y2="200"/></svg>',
  x: 10,
  y: -20,
  z: 0,
};

const wrong = {
  drawing_id: ['not-a-uuid', '', '62afa8564a434444a37660f6f963bb3d', 7, null],
  project_id: ['0cf2b0f1-3d2f-4a3c-9f52', 7, null],
  rotation: ['0', 0.5, true, null],
  svg: [7, null, {}, ['<svg/>']],
  x: ['10', 10.5, null],
  y: ['-20', -20.5, null],
  z: ['0', 0.1, null, false],
};

export const drawing: Examples = {
  complete,
  valid: {
    'nothing at all': {},
    'the four fields of the sample': { svg: '<svg/>', x: 10, y: 20, z: 0 },
    'an empty svg': { svg: '' },
    'an identifier in capitals': { drawing_id: '62AFA856-4A43-4444-A376-60F6F963BB3D' },
  },
  wrong,
  mandatory: [],
};

export const drawingAnswer: Examples = {
  complete,
  valid: { 'a field that the document does not know': { ...complete, locked: false } },
  wrong,
  mandatory: ['drawing_id', 'project_id', 'rotation', 'svg', 'x', 'y', 'z'],
};
