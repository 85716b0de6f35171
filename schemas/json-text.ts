/** The value of a JSON text; undefined when it is none. */
export function jsonIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
