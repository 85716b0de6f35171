/** Fields of a project that its update does not accept (section 2.2). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { named, seen, status, succeeded } from '../../harness/expect.js';
import {
  besideAll,
  notAccepted,
  nullNotAccepted,
  ownIdNotAccepted,
} from '../../harness/explain/features/difference.js';
import { type Exchange, type JsonObject, objectOf } from '../../harness/http/exchange.js';
import type { Ids } from '../../harness/http/request.js';
import type { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, passed, setByUpdate, wrongField } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { ofNobody } from '../../harness/samples.js';
import { nameFrom } from '../../harness/values/placeholders.js';
import { family } from '../define.js';

const id = 'projects.update';
const fields = ['filename', 'project_id', 'status'] as const;
type Forbidden = (typeof fields)[number];

/** A value other than the project's own, which would show if it took effect. */
function otherValue(field: Forbidden, shown: JsonObject): string {
  if (field === 'project_id') return randomUUID();
  if (field === 'filename') return 'conformance-other.gns3';
  return shown.status === 'closed' ? 'opened' : 'closed';
}

/** How often a status must stay as it is under updates that do not send it. */
const timesUnsent = 4;
/** With which a project may open, start and close on its own. */
const onItsOwn = { scene_width: 850, auto_open: true, auto_start: true, auto_close: true };
/** And how long without any, in milliseconds. */
const restMs = 500;

/** Every field that an update accepts but the path, which a server may leave alone. */
const accepted = ({ project_id = '' }: Ids): JsonObject => ({
  auto_close: false,
  auto_open: false,
  auto_start: false,
  name: nameFrom(project_id, 'f'),
  scene_height: 650,
  scene_width: 850,
});

type Attempt = Awaited<ReturnType<typeof attempt>>;

/** The field alone, and beside one that is accepted. */
const attempts = (run: Run, field: Forbidden): Promise<readonly Attempt[]> =>
  run.once(`${id} forbidden ${field}`, async () => [
    await attempt(run, field, {}),
    await attempt(run, field, { scene_width: 850 }),
  ]);

/** Whether the status changes by itself (3.1), of a new project too: then nobody can tell that an update has set it. */
const isRestless = (run: Run): Promise<boolean> =>
  run.once(`${id} restless`, () => {
    const watch = async (fixture: Ids) => {
      const statusOf = async (answer: Promise<Exchange>) => objectOf(await answer)?.status;
      const read = () => statusOf(run.send('projects.get', fixture, undefined, 'read a status'));
      const shown = await read();
      for (let times = 0; times < timesUnsent; times++) {
        const write = statusOf(run.send(id, fixture, { json: onItsOwn }, 'an update without a status'));
        if ((await write) !== shown || (await read()) !== shown) return true;
      }
      // It may also change a while after the project was made, or written to.
      await sleep(restMs);
      return (await read()) !== shown;
    };
    return run.with('project', 'write', watch, undefined, 'nothing');
  });

async function attempt(run: Run, field: Forbidden, beside: JsonObject) {
  // Where any id is found, none tells what an update has set.
  const isTelling = field === 'project_id' && !succeeded((await ofNobody(run, 'projects.get')).exchange);
  return run.with('project', 'write', async (fixture) => {
    const read = (ids: Ids, when: string) => run.send('projects.get', ids, undefined, when);
    const before = await read(fixture, 'read before');
    const value = otherValue(field, objectOf(before) ?? {});
    const json = { ...beside, [field]: value };
    return {
      field,
      value,
      label: `{${Object.keys(json).join(', ')}}${notAccepted}`,
      before,
      write: await run.send(id, fixture, { json }, 'the write'),
      read: await read(fixture, 'read afterwards'),
      ...(isTelling && {
        elsewhere: await read({ project_id: value }, 'read under the id sent'),
      }),
    };
  });
}

const hasEffect = ({ write, read, field, value }: Attempt) =>
  [write, read].some((each) => objectOf(each)?.[field] === value);

/** One update of a project. */
const update = (run: Run, jsonFor: (own: Ids) => JsonObject, purpose: string) =>
  run.with('project', 'write', (own) => run.send(id, own, { json: jsonFor(own) }, purpose));

export function forbiddenFields(): Requirement[] {
  const { must, should } = family(id, 'refuses', '2.2');
  return fields.flatMap((field) => [
    must(
      `ignores.${field}`,
      `Updating a project never sets ${field}, which is not one of its input fields.`,
      async (run, judge) => {
        const made = await attempts(run, field);
        // What was refused has not taken effect, whether or not the target shows the field.
        const refused = made.filter(
          ({ before, write }) => succeeded(before) && status(400)(write) === undefined,
        );
        const isUntold = field === 'status' && made.some(hasEffect) && (await isRestless(run));
        if (isUntold) return notExercised('the status of a project changes by itself here');
        const shown = made.reduce((sum, each) => sum + judgeEffect(judge, each), refused.length);
        return judge.outcome(
          shown > 0 ? passed : notExercised(`the server shows no ${field} in its answers`),
        );
      },
    ),
    should(`refuses.${field}`, `Updating a project with ${field} answers 400.`, async (run, judge) => {
      for (const { write, label } of await attempts(run, field)) judge.expect(write, status(400), label);
      judge.expect(await update(run, () => ({ [field]: null }), 'null'), status(400), nullNotAccepted);
      const among = (own: Ids) => ({ ...accepted(own), [field]: otherValue(field, {}) });
      const beside = await update(run, among, 'beside all that is accepted');
      judge.expect(beside, status(400), `${field}${besideAll}`);
      if (field === 'project_id') {
        // It would change nothing, and is not accepted either.
        const its = await update(run, ({ project_id = '' }) => ({ project_id }), 'its own id');
        judge.expect(its, status(400), ownIdNotAccepted);
      }
      const control = await update(run, () => ({ scene_width: 850 }), 'control request');
      if (!succeeded(control))
        return inconclusive(`the same update without ${field} got ${seen(control)}`, [control]);
    }),
  ]);
}

/** Notes every place that shows the value sent; gives how many places show the field at all. */
function judgeEffect(judge: Judge, { field, value, label, before, write, read, elsewhere }: Attempt): number {
  const effect = (exchange: Exchange, seenAs: string) => {
    const miss = wrongField(field, `${field} unchanged`, seenAs, `was set to ${value}`);
    const exchanges = [...new Set([before, write, exchange])];
    judge.miss(miss, label, exchanges, setByUpdate.of(field), undefined, id);
  };
  let shown = 0;
  for (const place of succeeded(write) ? [write, read] : [read]) {
    const body = objectOf(place);
    if (!body || !Object.hasOwn(body, field)) continue;
    shown++;
    if (body[field] === value) effect(place, `${field} ${value}`);
  }
  if (!elsewhere || !succeeded(before)) return shown;
  if (succeeded(elsewhere)) effect(elsewhere, `${named(200)} under the id sent`);
  else if (status(404)(read) === undefined) effect(read, 'the project is not found under its own id');
  return shown + 1;
}
