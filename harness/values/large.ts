/** JSON values that are deep or long, as text: not everything that is sent could be printed from a value. */

interface Large {
  readonly words: string;
  readonly json: () => string;
}

const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const deep = (levels: number): Large[] => [
  { words: `${levels} levels of arrays`, json: () => arrays(levels) },
  { words: `${levels} levels of objects`, json: () => objects(levels) },
];

const long = (kilobytes: number): Large => ({
  words: `a text of ${kilobytes} KB`,
  json: () => `"${'n'.repeat(kilobytes * 1000)}"`,
});

/** What stands behind usual limits: 100, 256 and 512 KB; a megabyte is one that many servers have by right. */
const usual = [...deep(2000), ...[120, 300, 900].map(long)];

/** @param hazards Whether what may end a server is among them. */
export const largeValues = (hazards: boolean): readonly Large[] =>
  hazards ? [...usual, ...deep(100_000)] : usual;
