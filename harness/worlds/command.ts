/** Asks a program of the user for fixtures: one line of JSON in, one line of JSON out (docs/targets.md). */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { jsonIn } from '../../schemas/json-text.js';
import { uuid } from '../../schemas/uuid.js';
import type { HttpClient } from '../http/client.js';
import { isObject, type JsonObject } from '../http/exchange.js';
import {
  type Closed,
  type Fixture,
  type Leftover,
  mayDelete,
  type Provisioner,
  Unavailable,
  type Wanted,
} from './provisioner.js';
import { addressOf, isProject, readResource } from './resource.js';

export interface CommandOptions {
  /** The program and its arguments; no shell is involved. */
  readonly argv: readonly string[];
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** Whether what the program writes to stderr is shown. */
  readonly debug?: boolean;
}

const defaultTimeoutMs = 60_000;
const maxPrograms = 4;
const maxOutput = 1024 * 1024;

export class CommandProvisioner implements Provisioner {
  readonly renews = () => true;
  readonly #run = randomUUID();
  readonly #limit = pLimit(maxPrograms);
  readonly #left: Leftover[] = [];

  constructor(
    private readonly target: HttpClient,
    private readonly options: CommandOptions,
  ) {}

  async make({ kind, use }: Wanted): Promise<Fixture> {
    const reply = await this.#ask({
      action: 'make',
      kind,
      use: mayDelete(use) ? 'destroy' : use,
      run: this.#run,
    });
    const { unavailable, remedy, project_id, node_id, resource } = reply;
    if (unavailable !== undefined)
      throw new Unavailable(
        `the fixture program says: ${String(unavailable).slice(0, 500)}`,
        typeof remedy === 'string' ? remedy : undefined,
      );
    const place = {
      kind,
      project_id: this.#id(reply, 'project_id', project_id),
      node_id: isProject(kind) ? undefined : this.#id(reply, 'node_id', node_id),
    };
    if (isObject(resource)) return { ...place, resource, made: [] };
    const shown = await readResource(this.target, place);
    return { ...place, resource: shown.resource ?? {}, made: [shown.exchange] };
  }

  async dispose({ kind, project_id, node_id }: Fixture): Promise<void> {
    const reason = await this.#ask({ action: 'dispose', kind, project_id, node_id, run: this.#run }).then(
      ({ left }) => (left === undefined ? undefined : String(left).slice(0, 500)),
      (error: Error) => error.message,
    );
    if (reason !== undefined)
      this.#left.push({ kind, path: addressOf({ kind, project_id, node_id }), reason });
  }

  close(): Promise<Closed> {
    return Promise.resolve({ leftovers: this.#left });
  }

  #id(reply: JsonObject, name: string, value: unknown): string {
    if (typeof value === 'string' && uuid.test(value)) return value;
    throw this.#wrong(`answered without a ${name} that is a UUID: ${brief(JSON.stringify(reply))}`);
  }

  async #ask(request: object): Promise<JsonObject> {
    const output = await this.#limit(() => this.#call(`${JSON.stringify(request)}\n`));
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    if (lines.length !== 1) {
      const seen = lines.length === 0 ? 'printed nothing' : `printed ${lines.length} lines`;
      throw this.#wrong(`${seen}, but is to print one line of JSON`);
    }
    const line = lines[0] as string;
    const reply = jsonIn(line);
    if (isObject(reply)) return reply;
    throw this.#wrong(`printed no JSON object: ${brief(line)}`);
  }

  #call(line: string): Promise<string> {
    const { argv, timeoutMs = defaultTimeoutMs, debug = false } = this.options;
    return new Promise((resolve, reject) => {
      const [program = '', ...args] = byNode(argv);
      const fail = (words: string) => reject(this.#wrong(words));
      // A group of its own: Ctrl-C ends the run, and the program is still needed to clean up.
      const child = spawn(program, args, {
        detached: true,
        stdio: ['pipe', 'pipe', debug ? 'inherit' : 'ignore'],
      });
      const timer = setTimeout(() => {
        fail(`gave no answer within ${timeoutMs / 1000} s`);
        killGroup(child);
      }, timeoutMs);
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (output.length <= maxOutput) return;
        fail('printed more than 1 MiB');
        killGroup(child);
      });
      child.on('error', (error) => {
        clearTimeout(timer);
        fail(`cannot be started: ${error.message}`);
      });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        if (code === 0) resolve(output);
        else fail(signal ? `was ended by ${signal}` : `ended with exit code ${code}`);
      });
      // A program that does not read what it is asked closes the pipe; its answer tells.
      child.stdin.on('error', () => {});
      child.stdin.end(line);
    });
  }

  #wrong(words: string): Unavailable {
    const program = this.options.argv.join(' ').slice(0, 200);
    return new Unavailable(
      `the fixture program (${program}) ${words}`,
      'correct the program: --debug shows what it writes to stderr, docs/targets.md says what it must answer',
      true,
    );
  }
}

const brief = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

/** With all that the program has started itself: a child that holds the pipe open would keep the run waiting. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {}
}

/** A script for Node need not be executable, which on some systems no script can be. */
function byNode(argv: readonly string[]): readonly string[] {
  return /\.[cm]?js$/.test(argv[0] ?? '') ? [process.execPath, ...argv] : argv;
}
