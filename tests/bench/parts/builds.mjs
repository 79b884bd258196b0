import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPostgres } from '../../support/postgres.mjs';
import { botsAt, cases, REPORTS_EACH } from '../measure/cases.mjs';
import { compare } from '../measure/compare.mjs';
import { rateTable, ratioTable } from '../results/tables.mjs';
import { freshCopy } from '../seed/sqlite.mjs';
import { AGAIN, PRODUCT } from '../servers/contenders.mjs';
import { ROOT } from '../servers/process.mjs';

const OTHER = 'other build';
export const BUILDS = [
  { name: PRODUCT, root: ROOT },
  { name: AGAIN, root: ROOT },
  { name: OTHER, root: resolve(process.env.OTHER_BUILD ?? ROOT) },
];
const pastAt = (/** @type {number} */ scale) => ({
  bots: botsAt(scale),
  plan: /** @type {const} */ ('free'),
  reportsEach: REPORTS_EACH,
});
/** A call takes several times as long on PostgreSQL as on SQLite, so a round has fewer. */
const POSTGRES_SCALE = 0.5;

/**
 * A module of a build's own bench: it seeds the schema of that build, and starts its server.
 * @param {string} root @param {string} path
 */
export const ownModule = (root, path) => import(pathToFileURL(join(root, 'tests', 'bench', path)).href);

/** Accepted reports on this build and on the one in the folder OTHER_BUILD. @param {import('../run.mjs').Run} run */
export async function builds(run) {
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  /** @type {(root: string, name: string) => Promise<() => string>} */
  const onSqlite = async (root, name) => {
    const { seedSqlite } = await ownModule(root, 'seed/sqlite.mjs');
    const seed = join(run.folder, `${name}.db`);
    seedSqlite(seed, pastAt(run.scale));
    return () => `file:${freshCopy(seed, join(run.folder, 'round.db'))}`;
  };
  /** @type {(root: string) => Promise<() => Promise<string>>} */
  const onPostgres = async (root) => {
    const { seedPostgres } = await ownModule(root, 'seed/postgres.mjs');
    const server = await startPostgres();
    const { fresh, close } = await seedPostgres(server.url, pastAt(run.scale));
    stops.push(close, server.stop);
    return fresh;
  };
  try {
    return [
      'Each build on databases of its own schema. On SQLite:',
      await compared(run, run.scale, onSqlite),
      'On PostgreSQL:',
      await compared(run, run.scale * POSTGRES_SCALE, onPostgres),
    ].join('\n\n');
  } finally {
    for (const stop of stops) await stop();
  }
}

/**
 * @param {import('../run.mjs').Run} run
 * @param {number} scale
 * @param {(root: string, name: string) => Promise<() => string | Promise<string>>} databasesOf
 */
async function compared(run, scale, databasesOf) {
  const { driver, rounds } = run;
  const contenders = [];
  for (const { name, root } of BUILDS) {
    const { productOn } = await ownModule(root, 'servers/contenders.mjs');
    const fresh = await databasesOf(root, name);
    contenders.push({ name, share: 1, start: async () => productOn(await fresh()) });
  }
  const reports = cases(scale).filter(({ calls }) => calls === 'report');
  const figures = await compare(contenders, reports, { rounds, bots: botsAt(run.scale), driver, scale });
  const others = [AGAIN, OTHER];
  return `${ratioTable(figures, PRODUCT, others, reports)}\n\n${rateTable(figures, [PRODUCT, ...others], reports)}`;
}
