import { expect, test } from 'vitest';
import type { Connection } from '../../../../harness/http/connection.js';
import { ConnectionPool } from '../../../../harness/http/connections/pool.js';

/** A pool of connections that only know whether they were closed. */
function poolOf() {
  const closed: number[] = [];
  let opened = 0;
  const pool = new ConnectionPool(() => {
    const number = ++opened;
    const close = () => closed.push(number);
    return { number, hasEnded: false, close } as unknown as Connection;
  });
  return { pool, closed, opened: () => opened };
}

test('a connection that was answered is lent again', async () => {
  const { pool, opened } = poolOf();
  const first = await pool.lend();
  expect(pool.answered).toBe(0);
  pool.takeBack(first, true);
  expect(pool.answered).toBe(1);
  expect(await pool.lend()).toBe(first);
  expect(opened()).toBe(1);
});

test('one that was not answered is closed', async () => {
  const { pool, closed } = poolOf();
  pool.takeBack(await pool.lend(), false);
  expect(closed).toEqual([1]);
  await pool.lend();
  expect(pool.answered).toBe(0);
});

test('one whose socket was closed is not lent again', async () => {
  const { pool, closed, opened } = poolOf();
  const first = await pool.lend();
  pool.takeBack(first, true);
  Object.assign(first, { hasEnded: true });
  expect(pool.answered).toBe(0);
  expect(await pool.lend()).not.toBe(first);
  expect([closed, opened()]).toEqual([[1], 2]);
});

test('one that was opened before fewer were allowed ends when it is free', async () => {
  const { pool, closed } = poolOf();
  const [first, second] = [await pool.lend(), await pool.lend()];
  pool.most = 1;
  const waiting = pool.lend();
  pool.takeBack(first, true);
  expect(closed).toEqual([1]);
  pool.takeBack(second, true);
  expect(await waiting).toBe(second);
  expect(closed).toEqual([1]);
});

test('a new one takes the place of a free one', async () => {
  const { pool, closed, opened } = poolOf();
  pool.takeBack(await pool.lend(), true);
  await pool.lendNew();
  expect([closed, opened(), pool.answered]).toEqual([[1], 2, 0]);
});

test('who comes when all are lent waits, in turn', async () => {
  const { pool, opened } = poolOf();
  pool.most = 1;
  const first = await pool.lend();
  const order: string[] = [];
  const second = pool.lend().then((connection) => {
    order.push('second');
    return connection;
  });
  const third = pool.lendNew().then(() => order.push('third'));
  await Promise.resolve();
  expect(order).toEqual([]);
  pool.takeBack(first, true);
  expect(await second).toBe(first);
  expect(order).toEqual(['second']);
  pool.takeBack(first, false);
  await third;
  expect([order, opened()]).toEqual([['second', 'third'], 2]);
});

test('who waits goes on when more connections are allowed', async () => {
  const { pool, opened } = poolOf();
  pool.most = 1;
  await pool.lend();
  const waiting = pool.lend();
  pool.most = 2;
  await waiting;
  expect(opened()).toBe(2);
});

test('a closed pool keeps nothing', async () => {
  const { pool, closed } = poolOf();
  const [free, lent] = [await pool.lend(), await pool.lend()];
  pool.takeBack(free, true);
  pool.close();
  pool.takeBack(lent, true);
  expect(closed).toEqual([1, 2]);
});
