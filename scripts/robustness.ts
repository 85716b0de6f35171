/** Tries every hostile server, and writes docs/robustness.md: server, exit code, verdict, seconds, peak memory. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { basis } from '../cli/basis.js';
import { serveReference } from '../reference-impl/index.js';
import { behaviours } from '../tests/hostile/behaviours/index.js';
import { type Extent, serveHostile } from '../tests/hostile/server.js';
import { type Tried, tryOut } from '../tests/hostile/try.js';

const extents: Record<Extent, string> = {
  everywhere: 'Every request',
  writes: 'Only the documented writes: creation, reading and deletion work',
};
const only = new RegExp(process.env.ROBUSTNESS_ONLY ?? '');
const tried = new Map<string, Tried>();
const behavioursOf = (extent: Extent) =>
  behaviours.filter(({ onlyPartly }) => !onlyPartly || extent === 'writes');

for (const extent of Object.keys(extents) as Extent[])
  describe(extents[extent], () => {
    for (const behaviour of behavioursOf(extent).filter(({ name }) => only.test(`${extent} ${name}`)))
      test.concurrent(`${behaviour.name}: a server that ${behaviour.does}`, async () => {
        const server = await serveHostile(behaviour, extent);
        try {
          // What is only strange keeps nobody waiting on purpose, but shares this machine.
          const options = behaviour.harmless ? ['--timeout', '10000'] : [];
          const result = await tryOut(server.url, behaviour.harmless === true, options);
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

const wrong = behaviours.find(({ name }) => name === 'wrong-and-long');
/** Runs that send all there is to send; fewer requests than this would not be all. */
const leastRequests = 4500;
const wholeRuns = [
  { what: 'The reference implementation', conforms: true, serve: () => serveReference() },
  {
    what: 'A server whose every write is answered wrongly, at a length of 100 KiB',
    conforms: false,
    serve: () => serveHostile(wrong as NonNullable<typeof wrong>, 'writes'),
  },
];
const ended = new Map<string, Tried>();

describe('Whole runs', () => {
  for (const { what, conforms, serve } of wholeRuns.filter(({ what }) => only.test(what)))
    test(what, async () => {
      const server = await serve();
      try {
        const result = await tryOut(server.url, conforms, ['--runs', '2400', '--timeout', '10000']);
        ended.set(what, result);
        if (process.env.ROBUSTNESS_SHOW) process.stderr.write(`${what} ${wholeRow(result)}\n`);
        expect(result.breaches).toEqual([]);
        expect(result.report?.run.requests).toBeGreaterThan(leastRequests);
      } finally {
        await server.close();
      }
    });
});

const wholeRow = (result: Tried) =>
  `${row(result)} | ${result.report?.run.requests} | ${(result.reportBytes / 1e6).toFixed(1)}`;

const row = ({ code, report, seconds, megabytes }: Tried) =>
  `${code} | ${report?.verdict ?? 'none'} | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)}`;

afterAll(() => {
  const all = (Object.keys(extents) as Extent[]).flatMap(behavioursOf);
  // Part of a run, by ROBUSTNESS_ONLY or a filter of vitest, is no page.
  if (tried.size < all.length || ended.size < wholeRuns.length) return;
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
  const whole = [
    '## Whole runs',
    '',
    'These runs use `--runs 2400`, so that each goes on until nothing is left to send. Where evidence had to be cut,',
    'the notices of the report say so.',
    '',
    '| server | exit code | verdict | seconds | peak memory (MB) | requests | report (MB) |',
    '|---|---|---|---|---|---|---|',
    ...[...ended].map(([what, result]) => `| ${what} | ${wholeRow(result)} |`),
    '',
  ];
  const text = [introduction, ...tables, ...whole].join('\n');
  writeFileSync(fileURLToPath(new URL('../docs/robustness.md', import.meta.url)), text);
});

const introduction = `# A server may do anything

Written by \`npm run robustness\`; do not edit. Run with ${basis}.

Each row is one run of the command line, as a process of its own,
against a server on a raw socket, with \`--timeout 1000 --runs 10\` (the default time-out where the server is only
strange), two at a time. Each of these ends within 60 seconds, longer only where other work slows the machine, and
400 MB of resident memory, with exit code 1 or 3 (0 where the server is only strange), with a report that is valid
against its schema, without a stack trace, and with nothing live of what the server said in the page or on the terminal.
`;
