/** Whether a name is that of a finding in a report. */
export const isFindingId = (name: string): boolean => /^F\d+$/.test(name);

/** A hint for the end of a message about an unknown word; empty when no known word is like it. */
export function didYouMean(word: string, words: readonly string[]): string {
  const [nearest] = words
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= Math.max(2, word.length / 4))
    .sort((a, b) => a.far - b.far);
  return nearest === undefined ? '' : ` (did you mean ${nearest.each}?)`;
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (x === y ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? a.length;
}
