/** Instances are deleted in special circumstances: started, by an id in capitals; and made again (sections 4.5 to 4.7). */
import { status, succeeded } from '../../harness/expect.js';
import { type Json, objectOf } from '../../harness/http/exchange.js';
import { sameValue } from '../../harness/model/same-value.js';
import { notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTurnedDown } from '../../harness/samples.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import { family, got } from '../define.js';
import { gerund, lower, noun, one } from '../words.js';
import { isNotFound, statuses, storiesOf } from './instance-stories.js';
import { findsRemade, noteKept, unmade } from './remade.js';
import { ofStarted, removed } from './removal.js';
import { shownIn } from './state.js';

export const deletionOfInstance = (kind: InstanceKind): Requirement[] => [
  ...deletionOfStarted(kind),
  deletionByCapitals(kind),
  deletionAfterUnknown(kind),
];

/**
 * Whether it is stopped first, or refused as an invalid request, is not shown (3.2). Where the status is not taken, it
 * is a deletion like any other.
 */
function deletionOfStarted(kind: InstanceKind): Requirement[] {
  const [get, update, id] = [`${kind}.get`, `${kind}.update`, `${kind}.delete`] as const;
  const { must, should } = family(id, 'deletion');
  const { story, told } = storiesOf(kind);
  return [
    must(
      'started',
      `${gerund[id]} whose status was set to started or suspended answers 204 or 400: no other code is listed.`,
      async (run, judge) => {
        for (const each of statuses) {
          const { running, write } = await story(run, each);
          const expected = status(...(running || succeeded(write) ? [204, 400] : [204]));
          const { deletion, input, writes } = await told(
            run,
            each,
            (one) => expected(one.deletion) !== undefined,
          );
          judge.expect(deletion, expected, input, writes);
        }
      },
    ),
    should(
      'removes-started',
      `${gerund[id]} whose status was set to started or suspended removes it, if the deletion succeeds.`,
      async (run) => {
        const outcomes: Outcome[] = [];
        for (const each of statuses) outcomes.push(removed(run, id, await told(run, each)));
        const first = (wanted: Outcome['verdict']) => outcomes.find(({ verdict }) => verdict === wanted);
        return first('failed') ?? first('passed') ?? outcomes[0] ?? passed;
      },
    ),
    should(
      'keeps-nothing',
      `What was written to ${one(kind)} that was deleted is not shown by a new one with its node_id.`,
      async (run, judge) => {
        const { written, resource, deletion, gone, ...made } = await story(run, 'started');
        const { creation, reading, update: again } = made;
        const { json, write } = written;
        if (!creation || !reading || !again) return notExercised(unmade('nothing'));
        if (gone.answer?.status !== 404) return got(get, gone);
        if (!succeeded(write)) return got(update, write);
        if (!objectOf(reading)) return got(get, reading);
        await noteKept(run, judge, id, json, resource, [write, deletion, creation], [reading, again]);
        return judge.outcome();
      },
    ),
    family(update, 'state').should(
      'of-started',
      `What ${lower(gerund[update])} whose node was started writes is shown later, if it is accepted.`,
      async (run, judge) => {
        const { written, running, resource } = await story(run, 'suspended');
        if (!running) return notExercised('no node was started that is an instance as well');
        const { json, write } = written;
        const { start, shown } = running;
        if (isTurnedDown(write)) return notExercised('an instance that runs is not updated here');
        if (!succeeded(write)) return got(update, write);
        const name = shownIn(shown, 'name');
        if (name === undefined)
          return succeeded(shown) ? notExercised('the server shows no name') : got(get, shown);
        if (!sameValue('name', name, json.name as Json)) {
          const miss = shownInstead('name', json.name, 'as it was sent', name);
          const isLeft = name === resource.name;
          judge.miss(
            miss,
            `another name for ${ofStarted}`,
            [start, write, shown],
            isLeft ? 'ignored' : 'not stored',
            undefined,
            update,
          );
        }
        return judge.outcome();
      },
    ),
    findsRemade(update, 'nothing', async (run) => {
      const started = await story(run, 'started');
      return { ...started, use: started.update };
    }),
    findsRemade(get, `no ${noun[kind]}`, async (run) => {
      const started = await story(run, 'started');
      return { ...started, use: started.reading };
    }),
  ];
}

const spared = (kind: InstanceKind) =>
  notExercised('resources that you named are deleted no more often than needed', makeIt(kind));

/** What found nothing is forgotten. */
function deletionAfterUnknown(kind: InstanceKind): Requirement {
  const id = `${kind}.delete` as const;
  const statement = `${gerund[id]} after a deletion that found nothing in its project removes it.`;
  const { story, afterUnknown } = storiesOf(kind);
  return family(id, 'deletion').should('after-unknown', statement, async (run, judge) => {
    if (!run.fixtures.renews(kind)) return spared(kind);
    const { running, ...tried } = await story(run, 'suspended');
    const isGone = succeeded(tried.deletion) && isNotFound(tried.gone);
    if (running && isGone && isNotFound(running.unknown)) return judge.outcome();
    const told = await afterUnknown(run);
    const { deletion, input, writes } = told;
    const [unknown] = writes;
    if (!unknown || !isNotFound(unknown)) return got(id, unknown);
    return judge.expect(deletion, status(204), input, writes) ? removed(run, id, told) : judge.outcome();
  });
}

/** Letters of a UUID are read in either case (RFC 9562, 4): what answers success has found it. */
function deletionByCapitals(kind: InstanceKind): Requirement {
  const id = `${kind}.delete` as const;
  const statement = `${gerund[id]} by its node_id in capital letters either removes it or finds nothing.`;
  const input = 'a node_id in capitals';
  return family(id, 'deletion').should('by-capitals', statement, async (run, judge) => {
    if (!run.fixtures.renews(kind)) return spared(kind);
    return run.with(kind, 'destroy', async (fixture) => {
      const capitals = { project_id: fixture.project_id, node_id: fixture.node_id?.toUpperCase() };
      const deletion = await run.send(id, capitals, undefined, input);
      if (!judge.expect(deletion, status(204, 400, 404), input)) return judge.outcome();
      if (!succeeded(deletion)) {
        // A server that finds nothing at all has not read the id.
        const twin = await run.send(id, fixture, undefined, 'delete by its own id');
        return succeeded(twin) ? judge.outcome() : got(id, twin);
      }
      const gone = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      return removed(run, id, { input, writes: [], deletion, gone });
    });
  });
}
