/** Items by key, both in the order of their first appearance. */
export const groupBy = <T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** The one value that all have, or none. */
export const only = <T>(values: Iterable<T>): T | undefined => {
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? distinct[0] : undefined;
};
