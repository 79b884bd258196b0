import { expect, inject, it } from 'vitest';
import { findProblems } from '@/lib/data/check';
import { compact } from '@/lib/data/compact';
import { MIGRATIONS } from '@/lib/data/migrations/all';
import type { Migration } from '@/lib/data/migrations/migration';
import { distribute } from '@/lib/data/postgres/distribute';
import { migrate, openPostgres } from '@/lib/data/postgres/open';
import { COMMAND, openPool, SERVING } from '@/lib/data/postgres/pool';
import { BOT_ID } from '@/tests/support/data/accounts';
import { makeClusterDatabase, urlOf } from '@/tests/support/data/citus-database';
import { postgresInstance } from '@/tests/support/data/databases';
import { register, send } from '@/tests/support/data/fixtures';
import { queryPostgres } from '@/tests/support/process/database-url';
import { openRawDatabase } from '@/tests/support/process/raw-database';

const make = (name: string) => makeClusterDatabase(inject('citusPorts'), `botmeter_${name}`);

it('a database with rows is spread, keeps them, and is found in order; a second run has nothing to do', async () => {
  const url = await make('rows');
  await (await openPostgres({ url, max: 1, onError: () => {}, name: 'a command' })).end();
  const before = postgresInstance(url);
  await register(before.directory);
  await send(before.store, { botId: BOT_ID });
  await before.close();

  const planned = await distribute(url, undefined, true);
  expect(planned).toContain('Spread bots over 2 workers in 8 parts.');
  expect(await distribute(url, undefined, true)).toEqual(planned);
  expect(await distribute(url)).toEqual(planned);
  expect(await distribute(url)).toEqual([]);

  expect(await findProblems({ kind: 'postgres', url }, () => true)).toEqual([]);
  const raw = openRawDatabase(url);
  const count = () =>
    raw.rows('SELECT (SELECT count(*) FROM bots) AS bots, (SELECT count(*) FROM reports) AS reports');
  expect(await count()).toEqual([{ bots: 1, reports: 1 }]);
  await raw.run("INSERT INTO audit_log (at_ms, actor, action, subject) VALUES (1, 'a', 'b', 'c')");
  await expect(raw.run('DELETE FROM audit_log')).rejects.toThrow('append-only');
  const sizes = await compact({ kind: 'postgres', url });
  const onCoordinator = await raw.rows<{ bytes: number }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  // Of all nodes.
  expect(sizes.after).toBeGreaterThan(2 * (onCoordinator[0]?.bytes ?? 0));
  expect(await count()).toEqual([{ bots: 1, reports: 1 }]);
  await raw.close();
});

it('tables that an earlier release kept elsewhere are moved by a second run, and those of a later one find their place', async () => {
  const url = await make('later');
  await distribute(url);
  for (const sql of ["undistribute_table('votes')", "citus_add_local_table_to_metadata('votes')"])
    await queryPostgres(url, `SELECT ${sql}`);
  expect(await distribute(url)).toEqual(['Put votes where their bot is.']);

  const later: Migration = {
    version: MIGRATIONS.length + 1,
    name: 'later',
    sqlite: [],
    postgres: [
      'CREATE TABLE later (bot_id text NOT NULL, number bigint NOT NULL, PRIMARY KEY (bot_id, number))',
    ],
    spread: ["SELECT create_distributed_table('later', 'bot_id', colocate_with => 'bots')"],
  };
  const pool = openPool({ ...COMMAND, url });
  await migrate(pool, [...MIGRATIONS, later]);
  await pool.end();
  const together = await queryPostgres(
    url,
    `SELECT count(*)::int AS tables, count(DISTINCT colocationid)::int AS places FROM pg_dist_partition
     WHERE logicalrelid::text IN ('bots', 'votes', 'later')`,
  );
  expect(together).toEqual([{ tables: 3, places: 1 }]);
});

it('a cluster of an earlier version gets the functions that calls use now, and keeps those of servers that still run', async () => {
  const url = await make('earlier');
  await distribute(url);
  for (const sql of [
    'DROP FUNCTION write_all',
    'DROP INDEX bots_by_history_due',
    'ALTER TABLE bots DROP COLUMN shows_deploys',
    'ALTER TABLE users DROP COLUMN pinned_bots',
    'DROP TABLE second_factors, recovery_codes, remembered_browsers, bot_people, bot_invitations, read_events',
    'DROP INDEX events_of_people',
    'DELETE FROM schema_migrations WHERE version >= 26',
    "CREATE FUNCTION write_call() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
  ])
    await queryPostgres(url, sql);
  const pool = openPool({ ...COMMAND, url });
  await migrate(pool);
  await pool.end();
  expect(await findProblems({ kind: 'postgres', url }, () => true)).toEqual([]);
  expect(await distribute(url)).toEqual([]);
  const placed = await queryPostgres(
    url,
    "SELECT objid::regprocedure::text AS name FROM pg_dist_object WHERE classid = 'pg_proc'::regclass ORDER BY 1",
  );
  expect(placed.map(({ name }) => String(name).split('(')[0])).toEqual(
    expect.arrayContaining(['write_all', 'write_report']),
  );
});

it('a database is refused while a server runs, with an unsafe node, and without Citus, and stays as it is', async () => {
  const url = await make('refused');
  const server = openPool({ url, max: 1, onError: () => {}, name: SERVING });
  await server.query('SELECT 1');
  await expect(distribute(url)).rejects.toThrow('A server uses the PostgreSQL database: stop it first.');
  await server.end();

  const worker = inject('citusPorts')[2] ?? 0;
  const setting = 'ALTER DATABASE botmeter_refused';
  await queryPostgres(urlOf(worker, 'postgres'), `${setting} SET synchronous_commit = off`);
  await expect(distribute(url)).rejects.toThrow(
    `Node 127.0.0.1:${worker} runs with synchronous_commit = off: set it to on.`,
  );
  const raw = openRawDatabase(url);
  expect(await raw.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await raw.close();

  const plain = urlOf(inject('citusPorts')[0] ?? 0, 'postgres');
  await expect(distribute(plain)).rejects.toThrow(
    'The database has no Citus: CREATE EXTENSION citus on every node.',
  );
});
