/** Section 4.4: projects on a compute host. */
import { instanceKinds } from '../harness/worlds/resource.js';
import { sparesProjects } from './families/addresses.js';
import { basics } from './families/common.js';
import { contentGone, deletionWithContent } from './families/content.js';
import { deletionHead, deletionOfEmptied } from './families/deletion.js';
import { answersOwnIdAtOnce, namesakes } from './families/namesakes.js';
import { projectsRemade } from './families/remade.js';

export const computeProjects = [
  ...basics('compute.projects.get'),
  ...basics('compute.projects.delete'),
  ...deletionHead(),
  deletionWithContent('compute.projects.delete'),
  ...instanceKinds.flatMap((kind) => contentGone('compute.projects.delete', kind)),
  deletionOfEmptied(),
  answersOwnIdAtOnce('compute.projects.get'),
  ...namesakes('compute.projects.delete'),
  sparesProjects('compute.projects.delete'),
  ...projectsRemade('compute.projects.delete'),
];
