/** Section 4.4: projects on a compute host. */
import { instanceKinds } from '../harness/worlds/resource.js';
import { sparesProjects } from './families/addresses.js';
import { basics } from './families/common.js';
import { contentGone, deletionWithContent } from './families/deletion.js';
import { deletionHead } from './families/deletion-head.js';
import { namesakes } from './families/namesakes.js';

export const computeProjects = [
  ...basics('compute.projects.get'),
  ...basics('compute.projects.delete'),
  ...deletionHead(),
  deletionWithContent('compute.projects.delete'),
  ...instanceKinds.map((kind) => contentGone('compute.projects.delete', kind)),
  ...namesakes('compute.projects.delete'),
  sparesProjects('compute.projects.delete'),
];
