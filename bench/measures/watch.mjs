/** A second round under `--watch`: from the server's return to the first verdict, over one bare request. */
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { cli, target, temporaryFolder } from '../lib/processes.mjs';
import { interleave, ratios, spread } from '../lib/statistics.mjs';

const operation = 'iou.get';
/** Fails in each round, so that its verdict is printed. */
const faults = [`${operation}.other-success-code`];

export async function watch({ rounds }) {
  let server = await target({ faults });
  const { url } = server;
  const port = Number(new URL(url).port);
  const loop = watching(url);
  try {
    await loop.says('Waiting');
    const { verdict: verdicts, bare } = await interleave(rounds, {
      async verdict() {
        await server.end();
        server = await target({ port, faults });
        const started = performance.now();
        await loop.says('still');
        const verdictMs = performance.now() - started;
        await loop.says('Waiting');
        return verdictMs;
      },
      bare: () => bareRequest(url),
    });
    return {
      operation,
      rounds,
      verdictMs: spread(verdicts),
      bareMs: spread(bare),
      overBare: ratios(verdicts, bare),
    };
  } finally {
    await loop.end();
    await server.end();
  }
}

/** The command, with what it says. */
function watching(url) {
  const out = temporaryFolder();
  const args = [cli, url, '--watch', '--only', operation, '--reporter', 'json', '--out', out];
  const child = spawn(process.execPath, args, { cwd: out, stdio: ['pipe', 'ignore', 'pipe'] });
  let unread = '';
  let look = () => {};
  child.stderr.on('data', (text) => {
    unread += text;
    look();
  });
  return {
    /** Resolves when words have come that were not waited for before. */
    says: (words) =>
      new Promise((resolve) => {
        look = () => {
          const at = unread.indexOf(words);
          if (at === -1) return;
          unread = unread.slice(at + words.length);
          look = () => {};
          resolve(undefined);
        };
        look();
      }),
    async end() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.write('q\n');
      await exited;
    },
  };
}

/** Milliseconds of one request on a connection of its own. */
function bareRequest(url) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(`${url}/v2/projects/${crypto.randomUUID()}`, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - started));
    })
      .once('error', reject)
      .end();
  });
}
