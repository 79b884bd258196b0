import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const BUILT = 'tests/support/process/built.setup.ts';
const SERVERS = 'tests/support/process/servers.setup.ts';
const PRODUCT = ['tests/api/**/*.test.ts', 'tests/fault/durability/**/*.test.ts'];
const [API = '', DURABILITY = ''] = PRODUCT;

/** The suites that run the built product come after all others, and those that load the machine come last. */
const project = (name: string, groupOrder: number, test: object) => ({
  extends: true as const,
  test: { name, sequence: { groupOrder }, ...test },
});

export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    root,
    exclude: ['tests/e2e/**', 'tests/bench/**', 'node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    projects: [
      project('inside', 0, {
        include: ['tests/**/*.test.ts'],
        exclude: [...PRODUCT, 'tests/e2e/**', 'tests/bench/**', 'node_modules/**'],
      }),
      project('api', 1, { include: [API], globalSetup: [BUILT, SERVERS] }),
      project('durability', 2, { include: [DURABILITY], globalSetup: [BUILT] }),
    ],
  },
});
