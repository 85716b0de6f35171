/** Section 4.4: projects on a compute host. */
import { basics } from './families/common.js';
import { contentGone, deletionHead, deletionWithContent } from './families/deletion.js';

export const computeProjects = [
  ...basics('compute.projects.get'),
  ...basics('compute.projects.delete'),
  ...deletionHead(),
  deletionWithContent('compute.projects.delete'),
  contentGone('compute.projects.delete'),
];
