/** Section 4.1: the drawings of a project. */
import { basics, writes } from './families/common.js';
import {
  listWhileCreating,
  nobodysProject,
  ownDefaults,
  sameDrawingId,
  sparesSameId,
  staysInItsProject,
} from './families/creations.js';
import { creations, longAnswer, longList } from './families/lists.js';
import { openDrawings } from './families/observed.js';
import { emptyList } from './families/success.js';
import { sparesProject } from './families/surroundings.js';

export const drawings = [
  ...basics('drawings.list'),
  emptyList(),
  longList(),
  longAnswer(),
  listWhileCreating(),
  ...basics('drawings.create'),
  ...writes('drawings.create'),
  ...creations(),
  sameDrawingId(),
  nobodysProject(),
  sparesSameId(),
  staysInItsProject(),
  sparesProject('drawings.create'),
  ownDefaults(),
  ...openDrawings(),
];
