import { db } from './each-database';

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
