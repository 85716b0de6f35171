/** Tries every hostile server, and writes docs/robustness.md: server, exit code, verdict, seconds, peak memory. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { behaviours } from '../tests/hostile/behaviours/index.js';
import { type Extent, serveHostile } from '../tests/hostile/server.js';
import { type Tried, tryOut } from '../tests/hostile/try.js';

const extents: Record<Extent, string> = {
  everywhere: 'Every request',
  writes: 'Only the documented writes: creation, reading and deletion work',
};
const only = new RegExp(process.env.ROBUSTNESS_ONLY ?? '');
const tried = new Map<string, Tried>();

for (const extent of Object.keys(extents) as Extent[])
  describe(extents[extent], () => {
    const these = behaviours.filter(({ onlyPartly }) => !onlyPartly || extent === 'writes');
    for (const behaviour of these.filter(({ name }) => only.test(`${extent} ${name}`)))
      test.concurrent(`${behaviour.name}: a server that ${behaviour.does}`, async () => {
        const server = await serveHostile(behaviour, extent);
        try {
          const result = await tryOut(server.url, behaviour.harmless === true);
          tried.set(`${extent} ${behaviour.name}`, result);
          if (process.env.ROBUSTNESS_SHOW)
            process.stderr.write(
              `${extent} ${behaviour.name} ${row(result)} ${result.breaches.join('; ')}\n`,
            );
          expect(result.breaches).toEqual([]);
        } finally {
          await server.close();
        }
      });
  });

const row = ({ code, report, seconds, megabytes }: Tried) =>
  `${code} | ${report?.verdict ?? 'none'} | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)}`;

afterAll(() => {
  if (process.env.ROBUSTNESS_ONLY) return;
  const tables = (Object.keys(extents) as Extent[]).map((extent) =>
    [
      `## ${extents[extent]}`,
      '',
      '| server | exit code | verdict | seconds | peak memory (MB) |',
      '|---|---|---|---|---|',
      ...behaviours.flatMap(({ name, does }) => {
        const result = tried.get(`${extent} ${name}`);
        return result ? [`| ${name}: ${does} | ${row(result)} |`] : [];
      }),
      '',
    ].join('\n'),
  );
  const text = [introduction, ...tables].join('\n');
  writeFileSync(fileURLToPath(new URL('../docs/robustness.md', import.meta.url)), text);
});

const introduction = `# A server may do anything

Written by \`npm run robustness\`; do not edit. Each row is one run of the command line, as a process of its own,
against a server on a raw socket, with \`--timeout 1000 --runs 10\`. Each of these ends within 60 seconds and 400 MB of
resident memory, with exit code 1 or 3 (0 where the server is only strange), with a report that is valid against its
schema, without a stack trace, and with nothing live of what the server said in the page or on the terminal.
`;
