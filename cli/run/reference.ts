/** Runs `work` with a URL: that of the target, or of the reference implementation, which is started for it. */
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
