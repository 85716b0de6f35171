/** Identifiers in other notations of a UUID than the one with four hyphens (section 1). */
import { fieldsOf, type IdName, type OperationId } from '../../schemas/index.js';
import { json, refuse } from '../pipeline/answer.js';
import { onField } from './checks.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { findingOne } from './ids.js';
import { finding, foundIn, isUuid } from './recipes.js';
import { lookingUp, writings } from './shapes.js';

interface Notation {
  readonly name: string;
  /** The usual notation of the same UUID; anything else for another text. */
  readonly usual: (text: string) => string;
}

const notations = [
  { name: 'in-braces', usual: (text) => /^\{(.*)\}$/.exec(text)?.[1] ?? '' },
  { name: 'as-urn', usual: (text) => /^urn:uuid:(.*)$/i.exec(text)?.[1] ?? '' },
  {
    name: 'without-hyphens',
    usual: (text) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  },
] as const satisfies readonly Notation[];

const andMore = {
  name: 'with-more-behind',
  usual: (text) => /^(.{36})-/.exec(text)?.[1] ?? '',
} satisfies Notation;

const misplaced = {
  name: 'with-hyphens-elsewhere',
  usual: (text) => (text.length === 36 ? notations[2].usual(text.replaceAll('-', '')) : ''),
} satisfies Notation;

/** What is found when one id of the path is read in another notation. */
const finds = (position: IdName, { usual }: Notation) =>
  finding(({ route, store, projectId, nodeId }) => {
    const sent = (position === 'project_id' ? projectId : nodeId) ?? '';
    const id = usual(sent).toLowerCase();
    if (!route.kind || isUuid(sent) || !isUuid(id)) return undefined;
    const ids = { project_id: projectId, node_id: nodeId, [position]: id };
    return foundIn(store.collection(route.kind, ids.project_id), ids.node_id ?? ids.project_id);
  });

const findsIn = (id: OperationId, position: IdName, notation: Notation) =>
  breaking(id, 'no-uuid')(`finds-${position.replace('_id', '')}-${notation.name}`, finds(position, notation));

/** What is found by its name, as if that were its id. */
const findsByName = findingOne((asked, _own, { record }) => record.name === asked);

/** The nil UUID counts as no condition: the first resource there is fulfils it. */
const findsFirst = findingOne((asked) => /^[0-]+$/.test(asked));

export const uuids: Families = {
  'the nil UUID found': breakingEach(['projects.get', 'compute.projects.get'], 'unknown-project', [
    'finds-the-first-by-nil',
    findsFirst,
  ]),
  'names in place of ids': breakingEach(
    lookingUp.filter(({ id }) => !id.startsWith('drawings.')),
    'no-uuid',
    ['finds-by-name', findsByName],
  ),
  'ids of no version refused': [
    breaking('projects.get', 'codes.always')('refuses-the-nil-uuid', {
      locate: (exchange, next) =>
        /^[\da-f]{8}-[\da-f]{4}-[^1-8]/i.test(exchange.projectId ?? '')
          ? refuse(400, 'The id is a UUID of no version')
          : next(exchange),
    }),
  ],
  'words of every object found': breakingEach(['projects.get', 'compute.projects.get'], 'no-uuid', [
    'finds-constructor',
    { locate: (exchange, next) => (String(exchange.projectId) in {} ? json(200, {}) : next(exchange)) },
  ]),
  /** Reading in every notation, the other operations and the id of a node's project in one each. */
  'other notations of ids found': lookingUp.flatMap(({ id, ids, method }, turn) =>
    (ids as readonly IdName[]).flatMap((position, index) => {
      const isLast = index === ids.length - 1;
      const mine = isLast && method === 'GET' ? notations : [notations[(turn + index) % notations.length]];
      return mine.flatMap((notation) => (notation ? [findsIn(id, position, notation)] : []));
    }),
  ),
  'other notations of ids accepted': writings.flatMap(({ id, body }) =>
    fieldsOf(body)
      .filter(({ schema }) => schema.format === 'uuid')
      .flatMap(({ name }) =>
        [...notations, andMore, misplaced].map((notation) =>
          breaking(id, `refuses.${name}`)(
            `takes-${name}-${notation.name}`,
            onField(name, (value) =>
              typeof value === 'string' && !isUuid(value) && isUuid(notation.usual(value))
                ? undefined
                : value,
            ),
          ),
        ),
      ),
  ),
};
