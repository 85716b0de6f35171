import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { progress } from '../../../cli/output/progress.js';

test('the line is on a terminal only, and nothing draws it again when the run stops', () => {
  let text = '';
  const write = (chunk: Buffer, _encoding: BufferEncoding, done: () => void) => {
    text += chunk;
    done();
  };
  const pipe = new Writable({ write });
  progress(pipe, 10).end();
  expect(text).toBe('');
  const terminal = Object.assign(new Writable({ write }), { isTTY: true as const, columns: 80 });
  const line = progress(terminal, 10);
  line.onJudged('a', { verdict: 'failed', durationMs: 0 });
  line.print('a failure');
  expect(text).toMatch(/a failure\n.*[█░]{24} 1 of 10 judged, 1 failed, 0 s$/s);
  line.end();
  text = '';
  line.onJudged('b', { verdict: 'inconclusive', durationMs: 0 });
  line.print('a failure that came late');
  line.end();
  expect(text).toBe('a failure that came late\n');
});
