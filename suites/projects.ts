/** Section 4.3: projects of the controller. */
import { sparesProjects } from './families/addresses.js';
import { basics, writes } from './families/common.js';
import { contentGone, deletionWithContent } from './families/content.js';
import { forbiddenFields } from './families/forbidden.js';
import { answersOwnIdAtOnce, namesakes } from './families/namesakes.js';
import { sameName } from './families/same-name.js';
import { projectFields } from './families/success.js';
import { keepsNodes, keepsTheRest } from './families/surroundings.js';

export const projects = [
  ...basics('projects.get'),
  ...projectFields(),
  ...basics('projects.update'),
  ...writes('projects.update'),
  ...forbiddenFields(),
  ...keepsTheRest(),
  keepsNodes(),
  ...sameName('projects.update'),
  ...basics('projects.delete'),
  deletionWithContent('projects.delete'),
  ...contentGone('projects.delete', 'node'),
  answersOwnIdAtOnce('projects.get'),
  ...namesakes('projects.delete'),
  sparesProjects('projects.delete'),
];
