import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// `npm publish` runs this first. Nobody knows the addresses of the project before it is published somewhere: what is
// still to be filled in is listed here and nowhere else.

const read = (file) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));
const pages = ['README.md', ...readdirSync('docs').map((name) => path.join('docs', name))];

const missing = [
  ...['repository', 'homepage']
    .filter((field) => !manifest[field])
    .map((field) => `package.json has no "${field}": add the address`),
  ...pages
    .filter((page) => page.endsWith('.md') && /\b(OWNER|HOST)\//.test(read(page)))
    .map((page) => `${page} says HOST or OWNER: put the address of the repository in their place`),
];

for (const each of missing) console.error(each);
if (missing.length > 0) process.exitCode = 1;
