import { existsSync, readFileSync } from 'node:fs';

// The last line of .ci/run: what Vitest counted, in one line. Nothing counted is a failure.

const [file] = process.argv.slice(2);
if (!existsSync(file)) {
  console.log('0 passed, 0 failed: the tests were never started');
  process.exit(1);
}
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = JSON.parse(
  readFileSync(file, 'utf8'),
);
const skipped = numPendingTests + numTodoTests;
console.log(`${numPassedTests} passed, ${numFailedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (!success || numPassedTests === 0) process.exitCode = 1;
