/** What the update of an instance conflicts with: when it does is not shown (section 7). */
import { instanceKinds } from '../../schemas/kinds.js';
import type { JsonRecord } from '../kinds.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { refusing } from './refusing.js';
import { differing, type Variant } from './variant.js';

const updates = instanceKinds.map((kind) => `${kind}.update`);
const withConsole = ['iou.update', 'vmware.update'];
const files = ['path', 'vmx_path'];

type Conflict = (input: JsonRecord, exchange: Exchange) => boolean;

const portInUse: Conflict = ({ console }, { entry, store }) =>
  typeof console === 'number' &&
  store.snapshot().some(({ record }) => record !== entry.record && record.console === console);

const nameTaken: Conflict = ({ name }, { entry, store, projectId }) =>
  typeof name === 'string' &&
  instanceKinds.some((kind) =>
    [...(store.collection(kind, projectId)?.values() ?? [])].some(
      (other) => other !== entry && other.record.name === name,
    ),
  );

const fileMissing: Conflict = (input, { entry }) =>
  files.some((name) => typeof input[name] === 'string' && input[name] !== entry.record[name]);

const conflict = (what: string): Answer => refuse(409, what);

/** A body that conflicts gets 409, whatever else is wrong with it. */
const first = (isOne: Conflict, what: string): Hooks => ({
  validate(exchange, next) {
    const { input } = exchange;
    const isObject = typeof input === 'object' && input !== null;
    return isObject && isOne(input as JsonRecord, exchange) ? conflict(what) : next(exchange);
  },
});

export const conflicts: readonly Variant[] = [
  differing(withConsole)(
    'ports-in-use',
    'A console port that another node of the server has is answered with 409.',
    refusing(portInUse, conflict('The port is in use')),
  ),
  differing(withConsole)(
    'console-fixed',
    'A console port other than the own one is answered with 409.',
    refusing(
      ({ console }, { entry }) => typeof console === 'number' && console !== entry.record.console,
      conflict('The port is in use'),
    ),
  ),
  differing(withConsole)(
    'missing-files',
    'A path or vmx_path that is not the own one is answered with 409.',
    refusing(fileMissing, conflict('There is no such file')),
  ),
  differing(updates)(
    'conflicts-first',
    'A port in use, a name taken in the project or a missing file is answered with 409 before the rest is looked at.',
    first(
      (...wanted) => [portInUse, nameTaken, fileMissing].some((each) => each(...wanted)),
      'There is a conflict',
    ),
  ),
  differing(updates)(
    'other-ids-conflict',
    'A node_id or project_id that is not that of the path is answered with 409, whether or not it is an id.',
    first(
      (input, { entry }) =>
        ['node_id', 'project_id'].some((name) => name in input && input[name] !== entry.record[name]),
      'This is another',
    ),
  ),
  differing(updates)(
    'no-adapters-while-running',
    'An instance whose status is not stopped answers 409 to changes of its adapters.',
    refusing(
      (input, { entry }) =>
        entry.record.status !== 'stopped' && Object.keys(input).some((name) => name.includes('adapters')),
      conflict('The node is running'),
    ),
  ),
  differing(updates)(
    'busy-after-start',
    'An instance whose status was set to started answers 409 to all further updates.',
    {
      validate: (exchange, next) =>
        exchange.entry.record.status === 'started' ? conflict('The node is running') : next(exchange),
    },
  ),
];
