/** Two harmless requests before a run: is the target there, and what does it say about itself? */
import { randomUUID } from 'node:crypto';
import { HttpClient } from '../../harness/http/client.js';
import { type Exchange, header, objectOf, status } from '../../harness/http/exchange.js';
import { build, requestOf } from '../../harness/http/request.js';
import type { Settings } from '../../harness/settings.js';
import { diagnose, isNowhere, type Obstacle, warnings } from './preflight-diagnosis.js';

/** What a target says about itself. */
interface Known {
  readonly server?: string;
  readonly version?: string;
  readonly notices?: readonly string[];
  readonly requests: number;
}

/** What is known about a target before the run, or why it cannot be judged. */
export type Preflight =
  | ({ readonly ok: true } & Known)
  | ({
      readonly ok: false;
      readonly cause: Obstacle['cause'];
      /** What happened and what to do. */
      readonly stop: string;
    } & Known);

type How = Omit<Settings, 'seed' | 'runs' | 'hazards' | 'provision' | 'selected'>;

/** Asks the target for its version and for a project that does not exist. Never rejects. */
export async function preflight(settings: How): Promise<Preflight> {
  const target = new HttpClient(settings);
  try {
    const exchanges = await ask(target);
    const found = diagnose(exchanges, settings.baseUrl);
    const beside = await besidePath(exchanges, settings);
    const requests = target.requests + beside.requests;
    const known = { ...about(exchanges, settings.baseUrl, beside.notices), requests };
    if (!found) return { ok: true, ...known };
    return { ok: false, cause: found.cause, stop: `${found.message} ${found.remedy}`, ...known };
  } finally {
    await target.close();
  }
}

const options = { purpose: 'preflight', evenWhenStopped: true, evenWhenBusy: true };

/** Where everything below the path of the base URL is 404: whether the projects are listed without that path. */
async function besidePath(exchanges: readonly Exchange[], settings: How) {
  const { origin, pathname } = new URL(settings.baseUrl);
  if (pathname === '/' || !isNowhere(exchanges)) return { requests: 0, notices: [] };
  const target = new HttpClient({ ...settings, baseUrl: origin });
  const list = await target.send(build('GET', '/v2/projects'), options);
  await target.close();
  const words = `Below ${pathname} everything is 404 Not Found, but ${origin}/v2/projects answers: try ${origin} as the base URL.`;
  return { requests: target.requests, notices: status(list) === 200 ? [words] : [] };
}

/** Sends all requests at once. Failures are no errors here: they show that the target is not there. */
function ask(target: HttpClient): Promise<Exchange[]> {
  const requests = [requestOf('projects.get', { project_id: randomUUID() }), build('GET', '/v2/version')];
  return Promise.all(requests.map((request) => target.send(request, options)));
}

function about(
  exchanges: readonly Exchange[],
  baseUrl: string,
  more: readonly string[],
): Omit<Known, 'requests'> {
  const server = exchanges.map(({ answer }) => answer && header(answer, 'server')).find((each) => each);
  const asked = exchanges.at(-1) as Exchange;
  const version = status(asked) === 200 ? objectOf(asked)?.version : undefined;
  const notices = [...warnings(exchanges, baseUrl), ...more];
  return {
    ...(server !== undefined && { server }),
    ...(typeof version === 'string' && { version }),
    ...(notices.length > 0 && { notices }),
  };
}
