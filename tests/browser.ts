/** Chromium for tests of pages. Continuous integration must have it. */
import { type Browser, chromium } from 'playwright-core';
// @ts-expect-error A script for the pipeline too, in plain JavaScript, which runs before anything is compiled.
import { findBrowser } from '../scripts/browser.mjs';

const executablePath: string | undefined = findBrowser();

/** Whether tests that need a browser are left out. */
export const isMissing = executablePath === undefined && !process.env.CI;

export const launch = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--headless', '--no-sandbox', '--disable-gpu', ...args],
  });
