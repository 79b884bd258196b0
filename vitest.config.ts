import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const BUILT = 'tests/support/process/built.setup.ts';
const SERVERS = 'tests/support/process/servers.setup.ts';
const API = 'tests/api/**/*.test.ts';
/** What takes minutes and has no short form runs at full length only. */
const FAULT =
  process.env.FAULT_SCALE === 'soak' ? 'tests/fault/**/*.{test,soak}.ts' : 'tests/fault/**/*.test.ts';
/** The client's fault suite needs no built product. */
const CLIENT_FAULT = 'tests/fault/client/**/*.test.ts';
const NEVER = ['tests/e2e/**', 'tests/bench/**', 'node_modules/**'];

/** The suites that run the built product come after all others, and those that load the machine come last. */
const project = (name: string, groupOrder: number, test: object) => ({
  extends: true as const,
  test: { name, sequence: { groupOrder }, ...test },
});

export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    root,
    exclude: NEVER,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    projects: [
      project('inside', 0, {
        include: ['tests/{unit,data}/**/*.test.ts', CLIENT_FAULT],
      }),
      project('api', 1, { include: [API], globalSetup: [BUILT, SERVERS] }),
      // The pages' suites start their own site; the API's own run on both databases by themselves.
      project('pages on PostgreSQL', 1, {
        include: ['tests/api/{access,sign-in}/**/*.test.ts'],
        env: { SITE_DATABASE: 'PostgreSQL' },
        globalSetup: [BUILT],
      }),
      // One file at a time: each loads the machine and measures what comes of it.
      project('fault', 2, {
        include: [FAULT],
        exclude: [CLIENT_FAULT, ...NEVER],
        globalSetup: [BUILT],
        maxWorkers: 1,
      }),
    ],
  },
});
