import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';

/**
 * Measures on SQLite, then on PostgreSQL, each with the same seeded bots of the Business plan.
 * @template Result
 * @param {{ readonly folder: string, readonly bots: number, readonly reportsEach: number, readonly withYear?: number }} seed
 * @param {(name: string, databaseUrl: string) => Promise<Result>} measure
 */
export async function onBothDatabases({ folder, ...bots }, measure) {
  const past = { ...bots, plan: /** @type {const} */ ('business') };
  const file = join(folder, 'measured.db');
  seedSqlite(file, past);
  const onSqlite = await measure('SQLite', `file:${file}`);
  const server = await startPostgres();
  const seed = await seedPostgres(server.url, past);
  try {
    return [onSqlite, await measure('PostgreSQL', await seed.fresh())];
  } finally {
    await seed.close();
    await server.stop();
  }
}
