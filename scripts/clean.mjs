import { rm } from 'node:fs/promises';

// A build leaves files of sources that are gone; neither a package nor the proof may read them.
const folder = process.argv[2] ?? 'dist';
await rm(new URL(`../${folder}/`, import.meta.url), { recursive: true, force: true });
