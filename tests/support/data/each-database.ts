import { afterEach, beforeEach, describe } from 'vitest';
import type { Ports } from '@/lib/ports/ports';
import { citus } from './citus-database';
import { type DatabaseKind, type Instance, postgres, sqlite, type TestDatabase } from './databases';
import { OTHER_PORTS } from './ports';

/** The database of the running test, and one server instance on it. New for each test; not set outside of tests. */
export let db: TestDatabase;
export let ports: Ports;
export let store: Ports['store'];
export let directory: Ports['directory'];

/** Opens one more server instance on the database of the running test. */
export const connectAgain = async (): Promise<Ports & Instance> => ({
  ...(await db.connect()),
  ...OTHER_PORTS,
});

/** In the suite of clusters, only these. */
const onCluster = process.env.DATA_ON === 'Citus';
const KINDS: readonly DatabaseKind[] = onCluster ? [citus] : [sqlite, postgres];

function withDatabase(kind: DatabaseKind): void {
  beforeEach(async () => {
    db = await kind.create();
    ports = await connectAgain();
    ({ store, directory } = ports);
  });
  afterEach(() => db.drop());
}

/** Runs the same tests on every database that Botmeter supports. */
export function onEachDatabase(name: string, tests: () => void): void {
  describe.each(KINDS.map((kind) => [kind.name, kind] as const))(`${name}, on %s`, (_, kind) => {
    withDatabase(kind);
    tests();
  });
}

/** Runs the tests of a file on PostgreSQL only. */
export const onPostgres = (): void => withDatabase(onCluster ? citus : postgres);

/** Runs the tests of a file on SQLite only. */
export const onSqlite = (): void => withDatabase(sqlite);

/** A change of a row that the database is to refuse: `when` is SQL about NEW, or OLD for deletions. */
export type RefusedChange = {
  readonly table: string;
  readonly change: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly when: string;
};

/**
 * Makes the database of the running test refuse one row by a trigger, as PostgreSQL refuses text that its encoding
 * lacks. Returns what ends it: call it before the database is dropped, which PostgreSQL's tests use again.
 */
export async function refuseRow({ table, change, when }: RefusedChange): Promise<() => Promise<void>> {
  const isSqlite = await db.rows('SELECT sqlite_version()').then(
    () => true,
    () => false,
  );
  if (isSqlite) {
    await db.run(
      `CREATE TRIGGER refused BEFORE ${change} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    return () => db.run('DROP TRIGGER refused');
  }
  await db.run(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
     CREATE TRIGGER refused BEFORE ${change} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse()`,
  );
  return () => db.run('DROP FUNCTION refuse() CASCADE');
}
