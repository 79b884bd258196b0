import { expect, it } from 'vitest';
import { TABLES } from '@/lib/data/table-list';
import { onEachDatabase } from '../support/data/each-database';

/** The tables of schema versions and of probes, which are not data. */
const NO_DATA = ['schema_migrations', 'probes'];

onEachDatabase('the list of tables', (context) => {
  it('has every table that the migrations make, so that a backup and a copy take all data', async () => {
    const { db } = context();
    const names = await db
      .rows(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`)
      .catch(() =>
        db.rows(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`),
      );
    const data = names.map(({ name }) => name).filter((name) => !NO_DATA.includes(String(name)));
    expect(TABLES.map(({ name }) => name).sort()).toEqual(data.sort());
  });
});
