/** Section 4.1: the drawings of a project. */
import { basics, writes } from './families/common.js';
import { idsInBodies, listWhileCreating, ownDefaults, sparesOthers } from './families/creations.js';
import { creations, longList } from './families/lists.js';
import { openDrawings } from './families/observed.js';
import { emptyList } from './families/success.js';
import { sparesProject } from './families/surroundings.js';

export const drawings = [
  ...basics('drawings.list'),
  emptyList(),
  longList(),
  listWhileCreating(),
  ...basics('drawings.create'),
  ...writes('drawings.create'),
  ...creations(),
  ...idsInBodies(),
  ...sparesOthers(),
  sparesProject('drawings.create'),
  ownDefaults(),
  ...openDrawings(),
];
