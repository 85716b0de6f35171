/** The test file that the command line hands to Vitest: each requirement is a test, its verdict the test's meta. */
import { afterAll, inject, test } from 'vitest';
import { EvidenceWriter } from '../harness/evidence.js';
import { provisionerFor } from '../harness/fixtures/provision.js';
import { judged } from '../harness/judged.js';
import { Redactor } from '../harness/redact.js';
import { Run } from '../harness/run.js';
import type { Judged, Message, Settings } from '../harness/settings.js';
import { Target } from '../harness/target.js';
import { requirements } from './index.js';

declare module 'vitest' {
  interface ProvidedContext {
    settings: Settings;
  }
  interface TaskMeta {
    judged?: Judged;
  }
}

const settings = inject('settings');
const target = new Target(settings);
const provisioner = provisionerFor(settings.provision, target);
const run = new Run({ ...settings, target, provisioner, lanes: 2 * settings.concurrency });
const writer = new EvidenceWriter(settings.baseUrl, settings.headers, new Redactor(settings.headers));
const channel = new BroadcastChannel(settings.channel);

channel.onmessage = ({ data }) => {
  const message = data as Message;
  if ('stop' in message) target.stop(message.stop);
};

/** The longest first: short checks then fill the gaps that long ones leave. */
const heavy = new Set(['generated', 'aftermath']);
const selected = new Set(settings.selected);
const mine = requirements.filter(({ id }) => selected.has(id));
const byWeight = [
  ...mine.filter(({ kind }) => heavy.has(kind)),
  ...mine.filter(({ kind }) => !heavy.has(kind)),
];

for (const requirement of byWeight)
  test.concurrent(requirement.id, async ({ task }) => {
    task.meta.judged = await judged(requirement, run, writer);
  });

afterAll(async () => {
  const broken = target.broken;
  await run.fixtures.close();
  if (writer.cut)
    target.notices.add('Evidence was cut: the bodies of all failures together are longer than 8 MiB.');
  const finished = {
    requests: target.requests,
    leftovers: run.fixtures.leftovers,
    notices: [...target.notices],
    ...(broken !== undefined && { broken }),
  };
  channel.postMessage({ finished } satisfies Message);
  channel.close();
  await target.close();
});
