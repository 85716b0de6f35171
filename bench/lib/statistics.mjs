/** Several rounds in which the candidates take turns: what disturbs the machine disturbs all of them. */

export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Calls the candidates in turn, `rounds` times; gives each one's results in the order of the rounds. */
export async function interleave(rounds, candidates) {
  const names = Object.keys(candidates);
  const results = /** @type {any} */ (Object.fromEntries(names.map((name) => [name, []])));
  for (let round = 0; round < rounds; round++) {
    // Each round begins with another one: whoever comes first pays for cold caches.
    const from = round % names.length;
    for (const name of [...names.slice(from), ...names.slice(0, from)])
      results[name].push(await candidates[name]());
  }
  return results;
}

/** The ratio of two series, round by round. */
export const ratios = (over, under) => spread(over.map((value, round) => value / under[round]));
