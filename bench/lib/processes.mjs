/** Processes that are timed from start to exit, with what they used. */
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const usagePreload = new URL('./usage.mjs', import.meta.url).href;
const targetScript = fileURLToPath(new URL('./target.mjs', import.meta.url));

/** The command line, as compiled. */
export const cli = path.join(root, 'dist/cli/main.js');

/** Imports a compiled module of the project. @param {string} file @returns {Promise<any>} */
export const compiled = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href);

/** Posts JSON to a server of ours and gives what it answers. */
export async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** @type {string[]} */
const folders = [];

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'netemu-bench-'));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/**
 * @typedef {object} Used
 * @property {number} wallMs From start to exit.
 * @property {number} cpuMs User and system time of all threads.
 * @property {number} peakMb Largest resident set.
 * @property {number | null} code
 * @property {string} stdout
 */

/**
 * Runs a Node script to its end.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<Used>}
 */
export async function node(args, options = {}) {
  const file = path.join(temporaryFolder(), 'usage.json');
  const env = { ...process.env, ...options.env, BENCH_USAGE: file };
  const ran = await run(process.execPath, ['--import', usagePreload, ...args], { ...options, env });
  const usage = JSON.parse(readFileSync(file, 'utf8'));
  return { ...ran, cpuMs: usage.cpuMs, peakMb: usage.peakMb };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ wallMs: number, code: number | null, stdout: string, stderr: string, timedOut: boolean }>}
 */
export function run(command, args, { cwd, env = process.env, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const end = () => {
      timedOut = true;
      child.kill('SIGKILL');
    };
    const timer = timeoutMs && setTimeout(end, timeoutMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ wallMs: performance.now() - started, code, stdout, stderr, timedOut });
    });
  });
}

/**
 * @typedef {object} BenchTarget
 * @property {string} url
 * @property {() => Promise<number>} cpuMs Processor time of the server so far.
 * @property {() => Promise<any>} end Ends the server and gives what it saw.
 */

/**
 * A server in a process of its own.
 * @param {{ kind?: string, latencyMs?: number, record?: string, faults?: readonly string[], port?: number }} [options]
 * @returns {Promise<BenchTarget>}
 */
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
