/** The test file that the command line hands to Vitest: each requirement is a test, its verdict the test's meta. */
import { afterAll, inject, test } from 'vitest';
import { EvidenceWriter } from '../harness/evidence.js';
import { provisionerFor } from '../harness/fixtures/provision.js';
import { judged } from '../harness/judged.js';
import { Redactor } from '../harness/redact.js';
import type { Requirement } from '../harness/requirement.js';
import { Run } from '../harness/run.js';
import type { Finished, Judged, Message, Settings } from '../harness/settings.js';
import { Target } from '../harness/target.js';
import { requirements } from './index.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the channel over which both sides talk about the run as a whole. */
    channel: string;
  }
  interface TaskMeta {
    judged?: Judged;
  }
}

const channel = new BroadcastChannel(inject('channel'));
const halt = new AbortController();
const settings = await begin();
const target = new Target(settings);
const provisioner = provisionerFor(settings.provision, target);
const run = new Run({ ...settings, target, provisioner, lanes: 2 * settings.concurrency });
const writer = new EvidenceWriter(settings.baseUrl, settings.headers, new Redactor(settings.headers));
/** Holds when the grace of a stopped run is over before its clean-up is. */
const unfinished = 'Clean-up did not come to its end: what the run made may still be there, in part.';
const stop = () => {
  target.stop(String(halt.signal.reason));
  tell({ notices: [...target.notices, unfinished] });
};
if (halt.signal.aborted) stop();
halt.signal.addEventListener('abort', stop);

/** What the run has come to by now; the last word counts. */
function tell(more: Partial<Finished>): void {
  const { inventory, leftovers } = run.fixtures;
  const finished = {
    requests: target.requests,
    leftovers,
    ...(inventory && { inventory }),
    notices: [...target.notices],
    ...more,
  };
  channel.postMessage({ finished } satisfies Message);
}

/** This file is loaded while the other side still looks at the target: it is told when and what to judge. */
function begin(): Promise<Settings> {
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      const message = data as Message;
      if ('begin' in message) resolve(message.begin);
      if ('stop' in message) halt.abort(message.stop);
    };
    channel.postMessage({ ready: true } satisfies Message);
  });
}

/** The longest first: short checks then fill the gaps that long ones leave. */
const isLong = ({ id, kind }: Requirement) =>
  kind === 'generated' || kind === 'aftermath' || id.endsWith('.sequences');
const selected = new Set(settings.selected);
const mine = requirements.filter(({ id }) => selected.has(id));
const byWeight = [...mine.filter(isLong), ...mine.filter((requirement) => !isLong(requirement))];

for (const requirement of byWeight)
  test.concurrent(requirement.id, async ({ task }) => {
    task.meta.judged = await judged(requirement, run, writer);
  });

afterAll(async () => {
  const broken = target.broken;
  await run.fixtures.close();
  if (writer.cut)
    target.notices.add('Evidence was cut: the bodies of all failures together are longer than 8 MiB.');
  tell({ ...(broken !== undefined && { broken }) });
  channel.close();
  await target.close();
});
