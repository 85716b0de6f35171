import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReferenceServer, serveReference } from '../../reference-impl/index.js';
import { isOfFixture } from '../../schemas/purpose.js';
import { drive } from '../drive.js';

let server: ReferenceServer;
beforeAll(async () => {
  server = await serveReference();
});
afterAll(() => server.close());

const uuid = /[0-9a-f]{8}-[0-9a-f_]{2}[0-9a-f]{2}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Requests with what is drawn for fixtures masked, as a sorted list. */
async function requests(seed: number, concurrency: number, only = /^(iou|drawings)\./): Promise<string[]> {
  const { exchanges } = await drive(server.url, { only, seed, concurrency, runs: 25 });
  return exchanges
    .filter((each) => !isOfFixture(each))
    .map(({ request: { method, path, body } }) => `${method} ${path} ${body ?? ''}`)
    .map((line) =>
      line
        .replaceAll('%2D', '-')
        .replace(/[0-9a-f]{32,}/g, 'hex')
        .replace(uuid, 'uuid')
        .replace(/\/[0-9a-f]{8}(?=[/ ])/g, '/part')
        .replace(/conformance-[0-9a-f-]+|\bConf[0-9a-f]{8}[a-z]?\b/gi, 'name')
        .replace(port, '"console":0'),
    )
    .sort();
}

/** Ports that the target hands out one after another. */
const port = /"console":[5-9]\d{3}\b/g;

/** A few of the lines that only one of two lists has; short, since bodies are long. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  const [inA, inB] = [new Set(a), new Set(b)];
  const only = [...a.filter((line) => !inB.has(line)), ...b.filter((line) => !inA.has(line))];
  return a.length === b.length
    ? only.slice(0, 3).map((line) => line.slice(0, 200))
    : ['another number of requests'];
}

test('the same seed sends the same requests, whatever the concurrency', async () => {
  const first = await requests(7, 8);
  expect(difference(await requests(7, 8), first)).toEqual([]);
  expect(difference(await requests(7, 1), first)).toEqual([]);
  expect(first.length).toBeGreaterThan(1000);
});

test('another seed sends other requests', async () => {
  const generated = /^iou\..*generated/;
  const [seven, eight] = [await requests(7, 8, generated), await requests(8, 8, generated)];
  expect(seven.length).toBeGreaterThan(100);
  expect(difference(seven, eight)).not.toEqual([]);
});
