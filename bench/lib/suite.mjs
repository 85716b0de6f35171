/** One run of the command line against a server in a process of its own. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cli, node, target, temporaryFolder } from './processes.mjs';

export async function suite(args, server, options = []) {
  const { url, end } = await target(server);
  const out = temporaryFolder();
  const all = [...options, cli, url, '--seed', '1', '--max-time', '7200', '--out', out, ...args];
  const used = await node(all, { cwd: out });
  const seen = await end();
  const report = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
  // A budget leaves requirements unjudged.
  const expected = args.includes('--budget') ? 3 : 0;
  if (used.code !== expected && !server?.faults?.length)
    throw new Error(`The run ended with ${used.code}: ${used.stdout.slice(-2000)}`);
  return { ...used, report, requests: report.run.requests, sendingMs: seen.last - seen.first };
}
