import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';

test('the generated types are what the schemas give', async () => {
  await promisify(execFile)(process.execPath, ['scripts/generate-types.mjs', '--check']);
});
