/** Two defects, or a defect and a peculiarity, of which the first hides the second. */
import type { JsonRecord } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { beforehand, contains, sent, without } from './recipes.js';
import { clientFields, writings } from './shapes.js';

/** A field that is refused whatever its value, and a second defect in bodies without it. */
const behind = (refused: string, isBroken: (input: JsonRecord) => boolean): Hooks => ({
  act(exchange, next) {
    const input = sent(exchange);
    if (Object.hasOwn(input, refused)) return refuse(400, `No ${refused}`);
    return isBroken(input) ? refuse(500, 'Internal server error') : next(exchange);
  },
});

const hasNul = (input: unknown) =>
  contains(input, (value) => typeof value === 'string' && value.includes('\0'));

export const hidden: Families = {
  /** As long as an instance uses the default values, others need not be kept: that they never are shows only then. */
  'defects behind default values': ['ram', 'nvram'].map((field) =>
    breaking(
      ['iou.update', 'iou.create'],
      `stores.${field}`,
      `echoes.${field}`,
    )(
      `never-stores-${field}`,
      beforehand((exchange) => {
        const input = sent(exchange);
        const isMade = exchange.route.id === 'iou.create';
        exchange.input = isMade ? { ...input, use_default_iou_values: true } : without(input, field);
      }),
    ),
  ),
  'defects behind a refused field': [
    ...(
      [
        ['vmware.update', 'name', 'adapter_type'],
        ['vmware.update', 'adapter_type', 'name'],
        ['iou.update', 'command_line', 'name'],
      ] as const
    ).map(([id, refused, other]) =>
      breaking(
        id,
        `accepts.${refused}`,
        'generated.odd-text',
      )(
        `crashes-on-nul-and-refuses-${refused}`,
        behind(refused, (input) => hasNul(input[other])),
      ),
    ),
    ...writings.flatMap(({ id, body }) => {
      const [first, second, third] = clientFields(body).map(({ name }) => name);
      if (first === undefined || second === undefined || third === undefined) return [];
      const seed = breaking(id, `accepts.${first}`, 'generated.plain', 'generated.wide');
      return seed(
        `crashes-on-many-fields-and-refuses-${first}`,
        behind(first, (input) => Object.hasOwn(input, second) && Object.hasOwn(input, third)),
      );
    }),
  ],
};
