/** Cuts a text to a number of code points, including an ellipsis. */
export const shorten = (text: string, length: number): string => {
  // A code point has at most two units. The slice keeps this cheap for bodies of megabytes.
  const points = [...text.slice(0, length * 2 + 2)];
  return points.length <= length ? text : `${points.slice(0, Math.max(0, length - 1)).join('')}…`;
};
