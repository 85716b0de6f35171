/** Processes that are timed from start to exit, with what they used. */
import { execFile, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const usagePreload = new URL('./usage.mjs', import.meta.url).href;
const targetScript = fileURLToPath(new URL('./target.mjs', import.meta.url));

export const cli = path.join(root, 'dist/cli/main.js');

/** Imports a compiled module of the project. */
export const compiled = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href);

/** Posts JSON to a server of ours and gives what it answers. */
export async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const folders = [];

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'netemu-bench-'));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs a Node script to its end; tells also the processor time of all its threads, and its largest resident set. */
export async function node(args, options = {}) {
  const file = path.join(temporaryFolder(), 'usage.json');
  const env = { ...process.env, ...options.env, BENCH_USAGE: file };
  const ran = await run(process.execPath, ['--import', usagePreload, ...args], { ...options, env });
  return { ...ran, ...JSON.parse(readFileSync(file, 'utf8')) };
}

export function run(command, args, { timeoutMs = 0, ...options } = {}) {
  const how = { ...options, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = execFile(command, args, how, (error, stdout, stderr) => {
      // A text stands for a command that could not be started.
      if (typeof error?.code === 'string') return reject(error);
      const code = error ? (error.code ?? null) : 0;
      resolve({
        wallMs: performance.now() - started,
        code,
        stdout,
        stderr,
        timedOut: error?.killed === true,
      });
    });
    child.stdin.end();
  });
}

/** A server in a process of its own; `end` gives what it saw. */
export async function target(options = {}) {
  const child = fork(targetScript, [JSON.stringify(options)]);
  const message = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error('The server of the measure ended early.')));
    });
  const ask = (question) => {
    const answer = message();
    child.send(question);
    return answer;
  };
  const { url } = await message();
  return {
    url,
    cpuMs: async () => (await ask('cpu')).cpuMs,
    async end() {
      const result = await ask('end');
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await exited;
      return result;
    },
  };
}
