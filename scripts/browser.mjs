import { accessSync, constants, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Distributions say chromium; hosted runners have Chrome. The last one may be a stub that only installs a snap.
const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

/** Path of the browser for the tests: that of the variable CHROMIUM, else the first in the PATH, if any. */
export function findBrowser({ CHROMIUM, PATH = '' } = process.env) {
  const folders = PATH.split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return (CHROMIUM ? [CHROMIUM] : candidates).find(canRun);
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// For .ci/run: the path, or exit code 1.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = findBrowser();
  if (found) console.log(found);
  else process.exitCode = 1;
}
