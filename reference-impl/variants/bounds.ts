/** Values that are refused though their type is right: bounds are not shown (section 2). */
import { type OperationId, operation, shapes } from '../../schemas/index.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Variant } from './variant.js';

type Fields = Readonly<Record<string, unknown>>;

/** Operations whose input the document shows; other routes are not its affair. */
const updates = ['projects.update', 'iou.update', 'vmware.update', 'cloud.update'];
const writings = ['drawings.create', ...updates];

/** Refuses input that is valid otherwise. */
const refusing = (isOut: (input: Fields, exchange: Exchange) => boolean, answer: Answer): Hooks => ({
  validate: (exchange, next) =>
    next(exchange) ?? (isOut(exchange.input as Fields, exchange) ? answer : undefined),
});

const outOfBounds = refuse(400, 'A value is out of bounds');

function documented(route: string): ReadonlySet<string> {
  const { body } = operation(route as OperationId);
  return new Set(Object.keys((body && shapes[body].properties) ?? {}));
}

function some(value: unknown, isOut: (scalar: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return isOut(value);
  return Object.values(value).some((item) => some(item, isOut));
}

const least: Readonly<Record<string, number>> = {
  ram: 1,
  nvram: 1,
  scene_height: 100,
  scene_width: 100,
  console: 1024,
};

const owned = [
  'command_line',
  'console',
  'interfaces',
  'linked_clone',
  'node_directory',
  'node_id',
  'path',
  'ports_mapping',
  'project_id',
  'status',
  'vmx_path',
];

export const bounds: readonly Variant[] = [
  {
    name: 'bounded-numbers',
    summary: 'Numbers below a minimum or above 65535 are refused with 400.',
    operations: writings,
    hooks: refusing(
      (input) =>
        Object.entries(input).some(
          ([name, value]) => typeof value === 'number' && (value < (least[name] ?? 0) || value > 65535),
        ),
      outOfBounds,
    ),
  },
  {
    name: 'bounded-text',
    summary: 'Text that is empty or longer than 255 characters is refused with 400.',
    operations: writings,
    hooks: refusing(
      (input) => some(input, (value) => typeof value === 'string' && (value === '' || value.length > 255)),
      outOfBounds,
    ),
  },
  {
    name: 'printable-text',
    summary: 'Text with control characters, or beyond the Basic Multilingual Plane, is refused with 400.',
    operations: writings,
    hooks: refusing(
      (input) =>
        some(input, (value) => typeof value === 'string' && /[\p{C}\u{10000}-\u{10ffff}]/u.test(value)),
      outOfBounds,
    ),
  },
  {
    name: 'svg-only',
    summary: 'A drawing whose svg does not look like SVG is refused with 400.',
    operations: ['drawings.create'],
    hooks: refusing(({ svg }) => typeof svg === 'string' && !/^\s*<svg[\s>]/.test(svg), outOfBounds),
  },
  {
    name: 'unknown-fields-refused',
    summary: 'Fields that the document does not name are refused with 400.',
    operations: writings,
    hooks: refusing(
      (input, { route }) => Object.keys(input).some((name) => !documented(route.id).has(name)),
      refuse(400, 'Unknown field'),
    ),
  },
  {
    name: 'ports-in-use',
    summary: 'A console port other than the own one is answered with 409.',
    operations: ['iou.update', 'vmware.update'],
    hooks: refusing(
      ({ console }, { entry }) => typeof console === 'number' && console !== entry.record.console,
      refuse(409, 'The port is in use'),
    ),
  },
  {
    name: 'missing-files',
    summary: 'A path or vmx_path that is not the own one is answered with 409.',
    operations: ['iou.update', 'vmware.update'],
    hooks: refusing(
      (input, { entry }) =>
        ['path', 'vmx_path'].some((name) => Object.hasOwn(input, name) && input[name] !== entry.record[name]),
      refuse(409, 'There is no such file'),
    ),
  },
  {
    name: 'own-fields-fixed',
    summary: 'Fields that the server owns are refused with 400 unless they are as they were.',
    operations: updates,
    hooks: refusing(
      (input, { entry, projectId, nodeId }) =>
        owned.some(
          (name) =>
            Object.hasOwn(input, name) &&
            input[name] !== null &&
            JSON.stringify(input[name]) !==
              JSON.stringify({ ...entry.record, project_id: projectId, node_id: nodeId }[name]),
        ),
      refuse(400, 'The field cannot be changed'),
    ),
  },
];
