/** Section 4.1: the drawings of a project. */
import { basics, writes } from './families/common.js';
import { openDrawings } from './families/observed.js';
import { creations } from './families/state.js';
import { emptyList } from './families/success.js';

export const drawings = [
  ...basics('drawings.list'),
  emptyList(),
  ...basics('drawings.create'),
  ...writes('drawings.create'),
  ...creations(),
  ...openDrawings(),
];
