const pattern = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';

/** A text that is a UUID in its usual spelling (section 1), and nothing else. */
export const uuid = new RegExp(`^${pattern}$`, 'i');

export const uuids = new RegExp(pattern, 'gi');

/** A text with the ids in it cut, for a reader who has them whole elsewhere. */
export const withShortIds = (text: string): string => text.replaceAll(uuids, (id) => `${id.slice(0, 8)}…`);

/** Names that a run gives to what it makes, from the beginning of an id and a number. */
export const ownNames = /\bconformance-[\da-f]{8}-\d+/g;

/** A text that goes on behind a UUID. */
export const uuidAndMore = new RegExp(`^${pattern}.`, 'is');

/** A text that ends with a UUID behind something else. */
export const andUuid = new RegExp(`.${pattern}$`, 'is');

/** A text with hyphens where a UUID has them, and whatever else elsewhere. */
export const uuidShaped = /^.{8}-(?:.{4}-){3}.{12}$/s;

/** A text with hyphens where those of a path are escaped. */
export const withHyphens = (text: string): string => text.replaceAll('%2D', '-');

/** Whether the ids in a path are spelled as they were given. */
export const isPlainPath = (path: string): boolean => withHyphens(path).toLowerCase() === path;
