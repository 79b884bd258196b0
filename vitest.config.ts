import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const BUILT = 'tests/support/process/built.setup.ts';
const SERVERS = 'tests/support/process/servers.setup.ts';
const API = 'tests/api/**/*.test.ts';
/** What takes minutes and has no short form runs at full length only. */
const FAULT =
  process.env.FAULT_SCALE === 'soak' ? 'tests/fault/**/*.{test,soak}.ts' : 'tests/fault/**/*.test.ts';
/** What `npm test` runs of the fault suites: races, and that what was answered survives a kill. */
const DURABILITY = ['tests/fault/durability/**/*.test.ts', 'tests/fault/instances/races.test.ts'];
const NEVER = ['tests/e2e/**', 'tests/bench/**', 'node_modules/**'];

/** Each project takes its turn (`groupOrder`): those that load the machine come last. */
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
    // Vitest would leave one core idle; most tests wait for a server or a disk.
    maxWorkers: availableParallelism(),
    projects: [
      project('inside', 0, { include: ['tests/{unit,data}/**/*.test.ts'] }),
      project('api', 1, { include: [API], globalSetup: [BUILT, SERVERS] }),
      // The pages' suites start their own site; the API's own run on both databases by themselves.
      project('pages on PostgreSQL', 1, {
        include: ['tests/api/{access,sign-in}/**/*.test.ts'],
        env: { SITE_DATABASE: 'PostgreSQL' },
        globalSetup: [BUILT],
      }),
      project('durability', 2, { include: DURABILITY, globalSetup: [BUILT], maxWorkers: 1 }),
      // One file at a time: each loads the machine and measures what comes of it.
      project('fault', 3, {
        include: [FAULT],
        exclude: [...DURABILITY, ...NEVER],
        globalSetup: [BUILT],
        maxWorkers: 1,
      }),
    ],
  },
});
