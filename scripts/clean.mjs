import { rm } from 'node:fs/promises';

// A build leaves files of sources that are gone; a package must not carry them.
await rm(new URL('../dist/', import.meta.url), { recursive: true, force: true });
