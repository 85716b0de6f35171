/** Features of the ids in a path, and of what they are the ids of. */

/** The ids in a path. */
export const positions = ['project_id', 'node_id'] as const;

/** Ids of what was made again, as scripts call them: by what was deleted, or not found, under them. */
export const idsAgain = {
  deleted: 'an id that was deleted before',
  notFound: 'an id that was answered 404 before',
} as const;
/** What a script calls starts of one node that come together. */
export const startsAtOnce = 'starts at once';
export const started = 'ids:a node that was started';
/** Chance decides which of them fails. */
export const atOnce = 'ids:deletions at once';
export const gone = 'ids:what was deleted';
/** Its project is still there. */
export const goneAlone = 'ids:what was deleted by itself';
export const notEmpty = 'ids:a project that is not empty';
export const inDeleted = 'ids:what was in a deleted project';
/** The same, seen only after an update was sent to it. */
export const later = 'ids:what was deleted, a moment later';
/** Of an instance that was deleted, and not with its project. */
export const deletedAlone: readonly string[] = [goneAlone, later];
/** The more special ones first. */
export const ofDeleted: readonly string[] = [inDeleted, ...deletedAlone, gone];
export const isOfDeleted = (features: readonly string[]): boolean =>
  features.some((each) => ofDeleted.includes(each));
export const unknown = 'ids:unknown ids';
/** Of those, and of what was deleted. */
export const nothing = 'ids:ids that nothing has';
export const elsewhere = 'ids:an id under another project';
export const otherKind = 'ids:an id of another kind of node';
/** The project that is searched has no nodes of the kind. */
export const none = 'ids:a project without such nodes';
/** The project exists; the node does not, or not there. */
export const lacking = 'ids:a node that the project does not have';
/** Of those, and of what is no id of a node at all. */
export const anyLacking = 'ids:any node that the project does not have';

/** An id of something else, and an id that does not exist. */
export const foreign = (position: string) => `ids:a ${position} that is not its own`;
export const nobody = (position: string) => `ids:a ${position} that does not exist`;

/** Ids in a body that are not those of the path. */
export const otherIdsIn = (path: string, sent: Readonly<Record<string, unknown>>): readonly string[] =>
  ['node_id', 'project_id']
    .filter(
      (name) => typeof sent[name] === 'string' && !path.toLowerCase().includes(sent[name].toLowerCase()),
    )
    .map((name) => `body:a ${name} that is not that of the path`);

/** Two readings at the same time: as scripts call it. */
export const readAtOnce = 'readings at once';

/** What a compute project has in it when it is read, and deleted, beside another: as scripts call it. */
export const heldInstances = {
  plain: 'a cloud instance',
  peculiar: 'a started cloud instance named with é',
} as const;
export const holdsPeculiar = `ids:a project with ${heldInstances.peculiar}`;

/** The case of a project with an instance of each kind. */
export const holdsSeveral = 'case:a project with instances';

/** Nothing was created in it since it was made. */
export const noDrawings = 'ids:a project without drawings';
export const withStarted = 'state:a project in which a node was started';
/** What may be why a deletion fails, by itself and at once with another. */
export const toDelete: readonly string[] = [notEmpty, withStarted, gone, goneAlone];
export const updatedFieldBefore = (name: string) => `state:updated before=${name}`;
/** Whether it says that some field was updated. */
export const isOfUpdated = (feature: string) => feature.startsWith(updatedFieldBefore(''));
/** What an update has changed, and one of its fields. */
export const updatedBefore = (fields: readonly string[]): readonly string[] => [
  'state:updated before',
  ...fields.map(updatedFieldBefore),
];
export const oneDrawing = 'ids:a project with one drawing';

/** What several of the others say more exactly. */
export const vagueIds: readonly string[] = [unknown, nothing, none, lacking, anyLacking];

/** What can be said of nodes alone. */
export const ofNodes: readonly string[] = [none, lacking, anyLacking];

/** What the ids of something that does not exist are like. */
export const unknownIds: readonly string[] = [
  unknown,
  nothing,
  lacking,
  anyLacking,
  'ids:an unknown project id',
  'ids:an unknown node id',
  ...positions.map(nobody),
];
