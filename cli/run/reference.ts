/** Runs `work` with the URL of the target. Without one, it starts the reference implementation for it. */
export async function withReference<T>(
  url: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work(url);
  const { serveReference } = await import('../../reference-impl/server.js');
  const reference = await serveReference();
  try {
    return await work(reference.url);
  } finally {
    await reference.close();
  }
}
