import { addresses } from './addresses.js';
import { aftermath } from './aftermath.js';
import { bodies } from './bodies.js';
import { codes } from './codes.js';
import { crashes } from './crashes.js';
import { crossResource } from './cross-resource.js';
import { crowds } from './crowds.js';
import { deletion } from './deletion.js';
import { drawings } from './drawings.js';
import { edgeText } from './edge-text.js';
import { edgeValues } from './edge-values.js';
import { endings } from './endings.js';
import type { Families, Fault } from './fault.js';
import { fields } from './fields.js';
import { forbidden } from './forbidden.js';
import { hidden } from './hidden.js';
import { ids } from './ids.js';
import { items } from './items.js';
import { malformed } from './malformed.js';
import { missingValidation } from './missing-validation.js';
import { names } from './names.js';
import { neighbours } from './neighbours.js';
import { overStrict } from './over-strict.js';
import { ports } from './ports.js';
import { breaksOf } from './proven.js';
import { reading } from './reading.js';
import { requests } from './requests.js';
import { sameName } from './same-name.js';
import { secondTime } from './second-time.js';
import { sequences } from './sequences.js';
import { sideBySide } from './side-by-side.js';
import { sizes } from './sizes.js';
import { spelling } from './spelling.js';
import { state } from './state.js';
import { surroundings } from './surroundings.js';
import { together } from './together.js';
import { uuids } from './uuids.js';
import { wholeBodies } from './whole-bodies.js';
import { wire } from './wire.js';
import { words } from './words.js';

export type { Fault } from './fault.js';

/** Families of faults by the file that makes them. */
const modules: Readonly<Record<string, Families>> = {
  codes,
  fields,
  bodies,
  'over-strict': overStrict,
  'missing-validation': missingValidation,
  words,
  items,
  malformed,
  crashes,
  spelling,
  sizes,
  neighbours,
  names,
  ids,
  uuids,
  addresses,
  'cross-resource': crossResource,
  surroundings,
  together,
  'side-by-side': sideBySide,
  ports,
  'same-name': sameName,
  state,
  'edge-text': edgeText,
  hidden,
  aftermath,
  forbidden,
  drawings,
  deletion,
  'second-time': secondTime,
  reading,
  crowds,
  sequences,
  'edge-values': edgeValues,
  wire,
  requests,
  endings,
  'whole-bodies': wholeBodies,
};

/** The catalogue of faults, by which `serve --fault NAME` finds them. */
export const faults: readonly Fault[] = Object.entries(modules).flatMap(([module, families]) =>
  Object.entries(families).flatMap(([family, seeds]) =>
    seeds.map((each): Fault => ({ ...each, module, family, breaks: breaksOf(each.name) })),
  ),
);
