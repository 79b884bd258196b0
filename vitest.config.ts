import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG } from './tests/long.mjs';
import { hasCitus, WITHOUT_CITUS } from './tests/support/citus.mjs';
import { MEMORY_FOLDER } from './tests/support/memory-folder.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const BUILT = 'tests/support/process/built.setup.ts';
const POSTGRES = 'tests/support/process/postgres.setup.ts';
const TEMPLATE = 'tests/support/data/postgres-template.ts';
const SERVERS = 'tests/support/process/servers.ts';
const IS_SOAK = process.env.FAULT_SCALE === 'soak';
/** What takes minutes and has no short form runs at full length only. */
const FAULT = IS_SOAK ? 'tests/fault/**/*.{test,soak}.ts' : 'tests/fault/**/*.test.ts';
/** What `npm test` runs of the fault suites: races, kills and stops that need no other program. */
const DURABILITY = [
  'tests/fault/durability/{sigterm,under-load}.test.ts',
  'tests/fault/instances/races.test.ts',
];
/** These measure response times, or memory that is not their own alone: each runs alone. */
const MEASURED = ['tests/fault/overload/{descriptors,event-loop,held,pipelining,reads}.test.ts'];
/** These measure seconds until calls are served again, and wait for them: one beside the other. */
const OUTAGES = ['tests/fault/postgres/{cluster,outages}.test.ts'];
/** In their long form these measure too. */
const ALONE = IS_SOAK
  ? [
      ...MEASURED,
      'tests/fault/image/*.test.ts',
      'tests/fault/overload/**/*.test.ts',
      'tests/fault/instances/{access,rolling-restart}.test.ts',
      'tests/fault/client/memory.test.ts',
    ]
  : MEASURED;
/** The longest of their projects: started last, they would leave a core idle. Most wait for a time limit of the product. */
const LONGEST =
  /\/(overload\/(attacks|soak|pages-process)|image\/image|start\/(postgres|first-run)|rules\/parser|(plain-next|demo)\/[\w-]+|access\/(actions|routes)|secrets\/(secrets|start)|client\/month)\.test\.ts$/;
/** Of the databases of suites that do not test durability. */
const IN_MEMORY = { TMPDIR: MEMORY_FOLDER };
/** Of the data tests, what `npm test` runs on a cluster; the soak runs all. */
const SPREAD_FILES = [
  'tests/data/{changes,digests,effects,events,folding,heartbeats,history,history-parts,keys,many-key-uses,marks,same-writes,second-factor,silences,usage-parts,votes}.test.ts',
  'tests/data/spread/*.test.ts',
];
/** These make databases of their own, hold locks by other tables, compare schemas, or refuse rows by triggers, which Citus has not. */
const NOT_SPREAD = [
  'tests/data/{restore,damaged-backups,held-database,schema-check,history-size,usage-backup}.test.ts',
  'tests/data/refused-*.test.ts',
];
const NEVER = ['tests/e2e/**', 'tests/bench/**', 'node_modules/**'];
/** What `npm test` leaves to `npm run test:all`. */
const exclude = [...LONG, ...NEVER];

// Vitest would leave one core idle; most tests wait for a server or a disk.
const WORKERS = availableParallelism();
/** Some of these files wait half a minute for a time limit or an interval, and they come first. */
const API_WORKERS = WORKERS + 2;
/** The figures of a soak are measured on a machine without other load; the short forms wait for processes most of the time. */
const FAULT_WORKERS = IS_SOAK ? 1 : WORKERS + 2;

/** Each project takes its turn (`groupOrder`): those that load the machine come last. */
const project = (name: string, groupOrder: number, test: object) => ({
  extends: true as const,
  test: { name, sequence: { groupOrder }, ...test },
});

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.config.sequence.groupOrder - (LONGEST.test(moduleId) ? 0.5 : 0);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const SPREAD = project('spread', 6, {
  include: IS_SOAK ? ['tests/data/*.test.ts', 'tests/data/spread/*.test.ts'] : SPREAD_FILES,
  exclude: [...NOT_SPREAD, ...NEVER],
  env: { ...IN_MEMORY, DATA_ON: 'Citus' },
  globalSetup: ['tests/support/data/citus-database.ts'],
  maxWorkers: 1,
});
if (!hasCitus) console.warn(WITHOUT_CITUS);

export default defineConfig({
  // server-only throws where no bundler has chosen the server's side.
  resolve: {
    alias: { '@': root.replace(/\/$/, ''), 'server-only': `${root}node_modules/server-only/empty.js` },
  },
  test: {
    root,
    exclude: NEVER,
    // A limit for what hangs, not for what is slow: on a busy machine a test takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Vitest's default of a second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: WORKERS,
    isolate: false,
    // What one run has compiled, the next one reads: `npm test` has four of them.
    experimental: { fsModuleCache: true },
    // Starts what the global setups have said, before the first test.
    setupFiles: ['tests/support/process/tests.setup.ts'],
    projects: [
      // No database server: these test code alone, some with SQLite.
      project('unit', 0, { include: ['tests/unit/**/*.test.ts'], exclude, env: IN_MEMORY }),
      project('data', 0, {
        include: ['tests/data/**/*.test.ts'],
        exclude: ['tests/data/spread/**', ...exclude],
        env: IN_MEMORY,
        globalSetup: [TEMPLATE],
      }),
      project('simulation', 0, {
        include: ['tests/sim/**/*.test.ts'],
        exclude,
        env: IN_MEMORY,
      }),
      // The same tests on a third kind of database: one that is spread over a cluster.
      ...(hasCitus ? [SPREAD] : []),
      // The API's suites run on both databases by themselves; those of pages start a site of their own, on SQLite.
      project('api', 1, {
        include: ['tests/api/**/*.test.ts'],
        exclude,
        env: IN_MEMORY,
        globalSetup: [BUILT, POSTGRES, SERVERS],
        maxWorkers: API_WORKERS,
      }),
      // What LONG names of all of these.
      project('long', 1, {
        include: LONG,
        env: IN_MEMORY,
        globalSetup: [BUILT, TEMPLATE, SERVERS],
        maxWorkers: API_WORKERS,
      }),
      project('durability', 2, {
        include: DURABILITY,
        globalSetup: [BUILT],
        maxWorkers: FAULT_WORKERS,
      }),
      project('fault', 3, {
        include: [FAULT],
        exclude: [...DURABILITY, ...OUTAGES, ...ALONE, ...NEVER],
        globalSetup: [BUILT, POSTGRES],
        maxWorkers: FAULT_WORKERS,
      }),
      project('outages', 4, { include: OUTAGES, globalSetup: [BUILT], maxWorkers: IS_SOAK ? 1 : 2 }),
      project('alone', 5, { include: ALONE, globalSetup: [BUILT, TEMPLATE], maxWorkers: 1 }),
    ],
  },
});
