/** How a server goes through a whole body, in whichever operation: what it looks at, and what it takes for nothing. */
import { operations } from '../../schemas/index.js';
import { refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { decode, validate } from '../pipeline/steps.js';
import { routes } from '../routes/table.js';
import { asPage } from './bodies.js';
import { breaking, breakingAll, type Families } from './fault.js';
import { beforehand, isRecord, onErrors, onResources, refusing, sent, without } from './recipes.js';
import { lookingUp, taking, updates } from './shapes.js';
import { hasCharset } from './spelling.js';

/** Looks at no more than the first field of a body. */
const checkingTheFirst: Hooks = {
  validate(exchange, next) {
    const { input } = exchange;
    if (isRecord(input)) exchange.input = Object.fromEntries(Object.entries(input).slice(0, 1));
    const refusal = next(exchange);
    exchange.input = input;
    return refusal;
  },
};

const ignoringFalse = beforehand((exchange) => {
  const kept = Object.entries(sent(exchange)).filter(([, value]) => value || value === null);
  exchange.input = Object.fromEntries(kept);
});

/** A field of each that is written as 0 or false, and is otherwise at first. */
const seldomFalse = [
  ['projects.update', 'auto_close'],
  ['iou.update', 'use_default_iou_values'],
  ['vmware.update', 'adapters'],
] as const;

const leftUnread = new WeakSet<object>();

/** Does not read the body of a start: it is taken for the next request on the connection. */
const leavingBodies: Hooks = {
  locate: (exchange, next) =>
    leftUnread.delete(exchange.incoming.socket) ? refuse(400, 'Bad request line') : next(exchange),
  decode(exchange, next) {
    if (exchange.route.id !== 'nodes.start' || !exchange.bytes?.length) return next(exchange);
    leftUnread.add(exchange.incoming.socket);
    exchange.input = {};
    return undefined;
  },
  validate: (exchange, next) => (exchange.route.id === 'nodes.start' ? undefined : next(exchange)),
};

const takingAroundStatus: Hooks = {
  validate(exchange, next) {
    const { input } = exchange;
    const { status } = sent(exchange);
    const held = stateWords.find((word) => typeof status === 'string' && status.includes(word));
    if (isRecord(input) && held) exchange.input = { ...input, status: held };
    const refusal = next(exchange);
    exchange.input = input;
    return refusal;
  },
};

const stateWords = ['stopped', 'started', 'suspended'];

export const wholeBodies: Families = {
  'bodies of what does not exist': updates.map(({ id }) =>
    breaking(id, 'unknown-and-wrong')(
      'crashes-on-invalid-bodies-for-nothing',
      onErrors((answer, exchange) => {
        const refusal = decode(exchange) ?? validate(exchange);
        return refusal ? refuse(500, 'Internal server error') : answer;
      }, 404),
    ),
  ),
  'bodies left unread': [
    breaking(
      ['nodes.start', ...routes.map(({ id }) => id)],
      'refuses.malformed-json',
      'refuses.non-object',
    )('leaves-its-body', leavingBodies),
  ],
  'only the first field checked': updates.map(({ id }) =>
    breaking(id, 'generated.broken')('checks-the-first-field', checkingTheFirst),
  ),
  'all that counts as false ignored but null': seldomFalse.map(([id, field]) =>
    breaking(id, `stores.${field}`)('ignores-what-counts-as-false', ignoringFalse),
  ),
  'one mistake in all operations': [
    breakingAll(lookingUp, 'errors.json')('answers-404-with-a-page-like-all', onErrors(asPage, 404)),
    breakingAll(taking, 'accepts.charset')('refuses-charset-like-all', refusing(415, hasCharset, 'decode')),
    breakingAll([{ id: 'cloud.get' }, { id: 'cloud.update' }], 'answer.ports_mapping')(
      'leaves-out-an-empty-ports_mapping-like-updates',
      onResources((record) => {
        const { ports_mapping: ports } = record;
        return Array.isArray(ports) && ports.length === 0 ? without(record, 'ports_mapping') : record;
      }),
    ),
    breaking(
      ['projects.update', 'iou.update', 'vmware.update'],
      'accepts.auto_close.each',
      'iou.update:accepts.l1_keepalives.each',
      'vmware.update:accepts.headless.each',
    )(
      'refuses-false-like-all',
      refusing(400, (exchange) => Object.values(sent(exchange)).includes(false), 'validate'),
    ),
    breakingAll([{ id: 'iou.update' }, { id: 'vmware.update' }, { id: 'cloud.update' }], 'refuses.status')(
      'takes-text-around-a-status-like-all',
      takingAroundStatus,
    ),
    breaking(
      ['projects.get', ...operations.map(({ id }) => id)],
      'unknown-project',
      'drawings.create:refuses.malformed-json',
    )(
      'answers-errors-with-200-like-all',
      onErrors((answer) => ({ ...answer, status: 200 })),
    ),
  ],
};
