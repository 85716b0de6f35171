/** Fields that a server keeps to itself or does not know (section 2). */
import { type Field, fieldsOf, operations } from '../../schemas/index.js';
import { beforehand, isRecord, onResources, sent, thereupon, without } from '../faults/recipes.js';
import * as shapes from '../faults/shapes.js';
import { refuse } from '../pipeline/answer.js';
import { refusing, updates, writings } from './refusing.js';
import { differing, type Variant } from './variant.js';

const namesOf = (fields: readonly Field[]) => fields.map(({ name }) => name);

const known = new Map<string, readonly Field[]>(shapes.writings.map(({ id, body }) => [id, fieldsOf(body)]));
const ownFields = (route: string) =>
  namesOf(known.get(route)?.filter(({ schema }) => schema['x-owner'] === 'server') ?? []);

/** Takes fields and does nothing with them. */
const leavingOut = (names: (route: string) => readonly string[]) =>
  beforehand((exchange) => {
    exchange.input = without(sent(exchange), ...names(exchange.route.id));
  });

const huge = '1'.padEnd(401, '0');
/** JSON in which what JavaScript holds as infinite is a whole number of 401 digits. */
const withHuge = (body: unknown) =>
  JSON.stringify(body, (_, value) => (value === Infinity ? huge : value)).replaceAll(`"${huge}"`, huge);

export const fields: readonly Variant[] = [
  differing(writings)(
    'unknown-fields-refused',
    'Fields that the document does not name are refused with 400.',
    refusing(
      (input, { route }) =>
        Object.keys(input).some((name) => !namesOf(known.get(route.id) ?? []).includes(name)),
      refuse(400, 'Unknown field'),
    ),
  ),
  differing(writings)(
    'unknown-fields-kept',
    'Fields that the document does not name are kept and shown, whatever is in them.',
    (exchange, next) => {
      const answer = next(exchange);
      const { collection, entry } = exchange;
      const written = entry ?? [...collection.values()].find(({ record }) => record === answer.body);
      if (!written) return answer;
      const shown = Object.keys(written.record);
      written.record = { ...written.record, ...without(sent(exchange), ...shown) };
      return { ...answer, body: written.record };
    },
  ),
  differing(updates)(
    'own-fields-refused',
    'Fields that the server owns are refused with 400 unless they are as they were.',
    refusing(
      (input, { route, entry }) =>
        ownFields(route.id).some(
          (name) =>
            Object.hasOwn(input, name) &&
            input[name] !== null &&
            JSON.stringify(input[name]) !== JSON.stringify(entry.record[name]),
        ),
      refuse(400, 'The field cannot be changed'),
    ),
  ),
  differing(updates)(
    'own-fields-fixed',
    'Fields that the server owns are taken and stay as they are.',
    leavingOut(ownFields),
  ),
  differing(operations.map(({ id }) => id))(
    'holds-any-integer',
    'Whole numbers of any size are taken and shown.',
    {
      validate(exchange, next) {
        const { input } = exchange;
        if (!isRecord(input)) return next(exchange);
        exchange.input = without(input, ...Object.keys(input).filter((name) => input[name] === Infinity));
        const answer = next(exchange);
        exchange.input = input;
        return answer;
      },
      answer: (_, answer) => (answer.body === undefined ? answer : { ...answer, raw: withHuge(answer.body) }),
    },
  ),
  differing(['iou.update', 'vmware.update'])(
    'assigned-ports',
    'The server assigns console ports: a console that is sent is left out.',
    leavingOut(() => ['console']),
  ),
  differing(['iou.create', 'vmware.create'])(
    'no-console-at-first',
    'An instance shows no console until one is written.',
    thereupon(({ collection }) => {
      const made = [...collection.values()].at(-1);
      if (made) made.record = without(made.record, 'console');
    }),
  ),
  differing(['iou.create', 'iou.get', 'iou.update'])(
    'default-iou-values',
    'An IOU instance shows 256 MB of RAM and 128 KB of NVRAM as long as use_default_iou_values is true, as at first.',
    {
      ...beforehand((exchange) => {
        if (!exchange.route.item) exchange.input = { use_default_iou_values: true, ...sent(exchange) };
      }),
      ...onResources((record) =>
        record.use_default_iou_values === true ? { ...record, ram: 256, nvram: 128 } : record,
      ),
    },
  ),
];
