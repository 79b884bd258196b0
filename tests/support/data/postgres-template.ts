import type { TestProject } from 'vitest/node';
import { migrate } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { queryPostgres } from '../process/database-url';
import { postgresFor } from '../process/postgres.setup';
import { T0 } from './accounts';

/**
 * Botmeter uses the database's clock, so tests override it: a function of the same name in a schema that comes first in
 * the search path.
 */
export const CLOCK_OF_TESTS = `
  CREATE SCHEMA test_clock;
  CREATE TABLE test_clock.now (ms bigint NOT NULL);
  INSERT INTO test_clock.now VALUES (${T0});
  CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT to_timestamp(ms / 1000.0) FROM test_clock.now';
  CREATE FUNCTION test_clock.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(ms / 1000.0) FROM test_clock.now';`;

/**
 * What ANALYZE leaves of tables that are empty at that moment: until it runs again, the planner takes each of them for one
 * row, however many there are. Every statement must be fast in that plan, too.
 */
const EMPTY_WHEN_ANALYZED = `UPDATE pg_class SET relpages = 1, reltuples = 0
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`;

export const TEMPLATE = 'botmeter_template';

/** Creates the migrated database that tests copy, on the server of a superuser's URL. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  // With a language's collation, as most databases have: nothing may depend on the sort order of text.
  await queryPostgres(
    serverUrl,
    `CREATE DATABASE ${TEMPLATE} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  );
  const url = Object.assign(new URL(serverUrl), { pathname: TEMPLATE }).href;
  const pool = openPool({ url, max: 1, onError: () => {} });
  await migrate(pool);
  await pool.query(CLOCK_OF_TESTS);
  await pool.query(EMPTY_WHEN_ANALYZED);
  await pool.end();
}

/** One PostgreSQL server for all data tests, with the template of their databases. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  // The default of a second is more than half of the time that a statement may take.
  return postgresFor(project, ['deadlock_timeout=100ms'], makeTemplate);
}
