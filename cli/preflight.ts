/** A few harmless requests before the first fixture: is the target there, and what does it say of itself. */
import { isObject, json } from '../harness/exchange.js';
import { build } from '../harness/request.js';
import type { Settings } from '../harness/settings.js';
import { Target } from '../harness/target.js';

/** What is known of a target before the run; or why there is none. */
export type Preflight =
  | { readonly ok: true; readonly server?: string; readonly version?: string; readonly requests: number }
  | {
      readonly ok: false;
      readonly cause: 'unreachable' | 'preflight';
      /** What happened and what to do. */
      readonly stop: string;
      readonly server?: string;
      readonly version?: string;
      readonly requests: number;
    };

/** Asks the target for its version and for a project that nobody has. Never rejects. */
export async function preflight(settings: Settings): Promise<Preflight> {
  const target = new Target(settings);
  try {
    const asked = await target.send(build('GET', '/v2/version'), { purpose: 'preflight: version' });
    if (!asked.answer) {
      const stop = `The target does not answer (${asked.failure?.message}). Check the URL and whether the server runs.`;
      return { ok: false, cause: 'unreachable', stop, requests: target.requests };
    }
    const body = json(asked.answer);
    const version = body?.ok && isObject(body.value) ? body.value.version : undefined;
    const server = asked.answer.headers.find(([name]) => name.toLowerCase() === 'server')?.[1];
    return {
      ok: true,
      ...(server !== undefined && { server }),
      ...(typeof version === 'string' && { version }),
      requests: target.requests,
    };
  } catch (error) {
    const stop = `The target does not answer (${(error as Error).message}). Check the URL and whether the server runs.`;
    return { ok: false, cause: 'unreachable', stop, requests: target.requests };
  } finally {
    await target.close();
  }
}
