import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.mjs';
import { MEMORY_FOLDER } from '../support/memory-folder.mjs';

process.env.TMPDIR = MEMORY_FOLDER;

/** The browser suite. Each file starts a service of its own on a free port (support/site.ts). */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // One more than the cores: a page that waits for its own clock or network leaves a core idle.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  timeout: 120_000,
  // The default of 5 s is too short for a page that a busy machine renders.
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
