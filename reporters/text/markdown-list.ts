/** A Markdown list of the first items, and how many more there are. */
export const markdownList = <T>(
  items: readonly T[],
  most: number,
  text: (item: T) => string,
  more = 'more',
): string =>
  [
    ...items.slice(0, most).map((item) => `- ${text(item)}`),
    ...(items.length > most ? [`- and ${items.length - most} ${more}`] : []),
  ].join('\n');
