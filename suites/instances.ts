/** Sections 4.5 to 4.7: IOU, VMware and cloud instances on a compute host. */
import { instanceKinds } from '../harness/worlds/resource.js';
import { basics, writes } from './families/common.js';
import { answersOwnId, namesakes } from './families/namesakes.js';
import { portMappings } from './families/ports.js';
import { sameName } from './families/same-name.js';
import { sparesSiblings } from './families/siblings.js';

export const instances = instanceKinds.flatMap((kind) => [
  ...basics(`${kind}.get`),
  ...basics(`${kind}.update`),
  ...writes(`${kind}.update`),
  ...sameName(`${kind}.update`),
  ...basics(`${kind}.delete`),
  ...sparesSiblings(kind),
  ...namesakes(`${kind}.delete`),
  answersOwnId(kind),
  ...(kind === 'cloud' ? portMappings() : []),
]);
