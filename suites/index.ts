/** The requirements in the order of the document: its contents page. */
import type { Requirement } from '../harness/requirement.js';
import { instanceKinds } from '../harness/worlds/resource.js';
import { sparesProjects } from './families/addresses.js';
import { basics, writes } from './families/common.js';
import { contentGone, deletionWithContent, removedAlways } from './families/content.js';
import {
  creationAfterRefusal,
  creationByCapitals,
  idsInBodies,
  ownDefaults,
  sparesOthers,
} from './families/creations.js';
import { deletionHead, deletionOfEmptied, namelessProjects } from './families/deletion.js';
import { foundInDozen } from './families/dozen.js';
import { forbiddenFields } from './families/forbidden.js';
import { noBody } from './families/http.js';
import { interfaces } from './families/interfaces.js';
import { drawingsGone, listedOnce, listOfNamesake, longAnswer } from './families/lists.js';
import { creations, listWhileCreating, longList } from './families/many-drawings.js';
import { namesakes } from './families/namesakes.js';
import { openDrawings } from './families/observed.js';
import { answersOwnId, answersOwnIdAtOnce } from './families/own-ids.js';
import { portMappings } from './families/ports.js';
import { projectsRemade } from './families/remade.js';
import { sameName } from './families/same-name.js';
import { sparesSiblings } from './families/siblings.js';
import { startBodies } from './families/start.js';
import { drawingsBesideNodes, startsOfSeveral } from './families/start-of-several.js';
import { emptyList, projectFields, showsFields } from './families/success.js';
import {
  foundWithContent,
  keepsNodes,
  keepsTheRest,
  sparesNewDrawing,
  sparesProject,
} from './families/surroundings.js';
import { portsAtOnce, updatesAtOnce } from './families/updates-at-once.js';

/** Section 4.1: the drawings of a project. */
const drawings = [
  ...basics('drawings.list'),
  emptyList(),
  longList(),
  longAnswer(),
  listWhileCreating(),
  listOfNamesake(),
  ...basics('drawings.create'),
  ...writes('drawings.create'),
  ...creations(),
  listedOnce(),
  ...idsInBodies(),
  creationAfterRefusal(),
  creationByCapitals(),
  ...sparesOthers(),
  sparesProject('drawings.create'),
  ownDefaults(),
  ...openDrawings(),
];

/** Section 4.2: starting a node. */
const nodeStart = [
  ...basics('nodes.start'),
  ...startBodies(),
  ...startsOfSeveral(),
  drawingsBesideNodes(),
  noBody('nodes.start'),
  sparesProject('nodes.start'),
];

/** Section 4.3: projects of the controller. */
const projects = [
  ...basics('projects.get'),
  foundWithContent(),
  foundInDozen('projects.get'),
  ...projectFields(),
  ...basics('projects.update'),
  ...writes('projects.update'),
  ...forbiddenFields(),
  ...keepsTheRest(),
  keepsNodes(),
  sparesNewDrawing(),
  ...sameName('projects.update'),
  updatesAtOnce('projects.update'),
  ...basics('projects.delete'),
  ...namelessProjects(),
  deletionWithContent('projects.delete'),
  drawingsGone(),
  ...contentGone('projects.delete', 'node'),
  removedAlways('projects.delete'),
  answersOwnIdAtOnce('projects.get'),
  ...namesakes('projects.delete'),
  sparesProjects('projects.delete'),
  ...projectsRemade('projects.delete'),
];

/** Section 4.4: projects on a compute host. */
const computeProjects = [
  ...basics('compute.projects.get'),
  foundInDozen('compute.projects.get'),
  ...basics('compute.projects.delete'),
  ...deletionHead(),
  deletionWithContent('compute.projects.delete'),
  ...instanceKinds.flatMap((kind) => contentGone('compute.projects.delete', kind)),
  deletionOfEmptied(),
  removedAlways('compute.projects.delete'),
  answersOwnIdAtOnce('compute.projects.get'),
  ...namesakes('compute.projects.delete'),
  sparesProjects('compute.projects.delete'),
  ...projectsRemade('compute.projects.delete'),
];

/** Sections 4.5 to 4.7: IOU, VMware and cloud instances on a compute host. */
const instances = instanceKinds.flatMap((kind) => [
  ...basics(`${kind}.get`),
  foundInDozen(`${kind}.get`),
  ...basics(`${kind}.update`),
  ...writes(`${kind}.update`),
  ...sameName(`${kind}.update`),
  updatesAtOnce(`${kind}.update`),
  ...basics(`${kind}.delete`),
  ...sparesSiblings(kind),
  ...namesakes(`${kind}.delete`),
  answersOwnId(kind),
  ...(kind === 'cloud' ? [...portMappings(), ...interfaces(), portsAtOnce()] : [showsFields(kind)]),
]);

export const requirements: readonly Requirement[] = [
  ...drawings,
  ...nodeStart,
  ...projects,
  ...computeProjects,
  ...instances,
];
