import { expect, test } from 'vitest';
import { AdaptiveTimeout, type Turn } from '../../../harness/http/adaptive-timeout.js';
import { type FailureKind, failed, type Request } from '../../../harness/http/exchange.js';
import { answerOf, exchangeOf } from '../by-hand.js';

const get = (path: string): Request => ({ method: 'GET', path, headers: [] });

const exchange = (path: string, durationMs: number, kind?: FailureKind) =>
  kind
    ? exchangeOf(get(path), undefined, { durationMs, ...failed(kind, kind) })
    : exchangeOf(get(path), answerOf(200), { durationMs });

/** A turn that is held until it is left. */
const admit = (timeout: AdaptiveTimeout, request: Request) =>
  new Promise<Turn & { leave(): void }>((admitted) => {
    void timeout.inTurn(request, (turn) => new Promise<void>((leave) => admitted({ ...turn, leave })));
  });

/** A request from its beginning to its end. */
async function ask(timeout: AdaptiveTimeout, path: string, durationMs: number, kind?: FailureKind) {
  const turn = await admit(timeout, get(path));
  const begun = turn.begin();
  if ('waitMs' in begun) turn.end(exchange(path, durationMs, kind));
  turn.leave();
  return begun;
}

test('an operation that never answers is mostly left out after three time-outs, others are not', async () => {
  const timeout = new AdaptiveTimeout(1000);
  const never = (id: string) => ask(timeout, `/v2/projects/${id}/x`, 1000, 'timeout');
  for (let i = 0; i < 3; i++)
    expect(await never('3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5')).toEqual({ waitMs: 1000 });
  expect(await never('an-odd-id')).toEqual({ unanswered: 3 });
  expect(await ask(timeout, '/v2/projects', 1)).toEqual({ waitMs: 1000 });
  const later = await Promise.all(Array.from({ length: 99 }, () => ask(timeout, '/v2/projects/1/x', 1)));
  expect(later.filter((each) => 'waitMs' in each)).toHaveLength(1);
  // The one that was sent all the same got an answer.
  expect(await never('1')).toEqual({ waitMs: 1000 });
});

test('requests that wait at once lose the same time', async () => {
  const timeout = new AdaptiveTimeout(1000);
  const round = async (count: number) => {
    const turns = await Promise.all(Array.from({ length: count }, () => admit(timeout, get('/a'))));
    const begun = turns.map((turn) => turn.begin());
    for (const turn of turns) {
      turn.end(exchange('/a', 1000, 'timeout'));
      turn.leave();
    }
    return begun;
  };
  for (const count of [8, 3, 3]) expect((await round(count)).every((each) => 'waitMs' in each)).toBe(true);
  expect(await round(3)).toEqual(Array(3).fill({ unanswered: 14 }));
});

test('after a time-out no more than three are under way, until one is answered', async () => {
  const timeout = new AdaptiveTimeout(1000);
  await ask(timeout, '/a', 1000, 'timeout');
  const admitted: Awaited<ReturnType<typeof admit>>[] = [];
  const all = Array.from({ length: 6 }, () => admit(timeout, get('/a')).then((turn) => admitted.push(turn)));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect(admitted).toHaveLength(3);
  admitted[0]?.leave();
  await settled();
  expect(admitted).toHaveLength(4);
  admitted[1]?.begin();
  admitted[1]?.end(exchange('/a', 1));
  await Promise.all(all);
  expect(admitted).toHaveLength(6);
});

test('nobody waits for a turn when the run was stopped', async () => {
  const timeout = new AdaptiveTimeout(1000);
  await ask(timeout, '/a', 1000, 'timeout');
  const all = Promise.all(Array.from({ length: 6 }, () => admit(timeout, get('/a'))));
  timeout.stop();
  expect(await all).toHaveLength(6);
});

test('what often gets no answer is waited for less, but longer than any answer took', async () => {
  const timeout = new AdaptiveTimeout(8000);
  const eightTimes = async () => {
    for (let i = 0; i < 8; i++) {
      await ask(timeout, '/a', 8000, 'timeout');
      await ask(timeout, '/a', 10);
    }
  };
  await eightTimes();
  expect(await ask(timeout, '/a', 1)).toEqual({ waitMs: 1000 });
  await eightTimes();
  expect(await ask(timeout, '/a', 1)).toEqual({ waitMs: 250 });
  await ask(timeout, '/b', 900);
  expect(await ask(timeout, '/a', 1)).toEqual({ waitMs: 3600 });
});
