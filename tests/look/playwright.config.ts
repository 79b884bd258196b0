import { defineConfig } from '@playwright/test';
import browsers from '../e2e/playwright.config';

/** Takes pictures of all pages (look.ts); not a test run. */
export default defineConfig({
  ...browsers,
  testDir: '.',
  testMatch: 'look.ts',
  outputDir: '../../test-results/look-run',
  workers: 1,
});
