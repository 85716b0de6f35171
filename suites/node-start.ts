/** Section 4.2: starting a node. */
import { basics } from './families/common.js';
import { noBody } from './families/http.js';
import { startBodies } from './families/start.js';
import { startsOfSeveral } from './families/start-of-several.js';
import { sparesProject } from './families/surroundings.js';

export const nodeStart = [
  ...basics('nodes.start'),
  ...startBodies(),
  ...startsOfSeveral(),
  noBody('nodes.start'),
  sparesProject('nodes.start'),
];
