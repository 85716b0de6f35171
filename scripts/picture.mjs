import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runConformance } from '../dist/cli/index.js';
import { serveReference } from '../dist/reference-impl/index.js';
import { reporters } from '../dist/reporters/index.js';
import { findBrowser } from './browser.mjs';

// Draws docs/report.png: the head of the HTML report on the reference implementation with some faults.

const faults = process.argv.slice(2);
const server = await serveReference({ faults });
const report = await runConformance({ url: server.url, seed: 1 });
await server.close();

const folder = await mkdtemp(path.join(tmpdir(), 'picture-'));
const page = path.join(folder, 'report.html');
await writeFile(page, reporters.html(report).files['report.html']);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox'],
});
const view = await browser.newPage({ viewport: { width: 1080, height: 900 } });
await view.goto(pathToFileURL(page).href);
await view.screenshot({ path: 'docs/report.png' });
await browser.close();
await rm(folder, { recursive: true });
