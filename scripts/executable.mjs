import { chmodSync } from 'node:fs';

// The compiler writes plain files; a package that is unpacked without npm needs the mode on the command.
chmodSync(new URL('../dist/cli/main.js', import.meta.url), 0o755);
