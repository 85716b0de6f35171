/** The prompt of --watch on a terminal, without a process. */
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { line, nextKey, withoutEcho } from '../../../cli/watch/keys.js';

/** A question on a terminal, the keys that somebody presses, and the answer. */
async function answered(keys: string, ended = new AbortController()): Promise<string | undefined> {
  const stdin = new PassThrough();
  const answer = line(
    { stdin, stderr: Object.assign(new PassThrough(), { isTTY: true }) },
    '? ',
    ended.signal,
  );
  stdin.write(keys);
  await sleep(10);
  ended.abort();
  return answer;
}

test('a question is answered by a line, and cancelled by Ctrl-C, Ctrl-D or the end of the command', async () => {
  expect(await answered('iou.*\r')).toBe('iou.*');
  expect(await answered('iou.\u0003')).toBeUndefined();
  expect(await answered('\u0004')).toBeUndefined();
  expect(await answered('iou')).toBeUndefined();
});

test('nothing is waited for where the command was ended before', async () => {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  expect(await nextKey({ stdin }, AbortSignal.abort())).toBeUndefined();
  expect(await line({ stdin, stderr }, '? ', AbortSignal.abort())).toBeUndefined();
});

test('keys that are pressed while a round goes on are not shown', async () => {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (is: boolean) => void modes.push(is),
  });
  const work = async () => {
    stdin.write('q');
    expect(modes).toEqual([true]);
    return 7;
  };
  expect(await withoutEcho({ stdin } as unknown as Parameters<typeof withoutEcho>[0], work)).toBe(7);
  expect(modes).toEqual([true, false]);
});
