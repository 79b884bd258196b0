import { Kysely, PostgresDialect } from 'kysely';
import { COMMAND, type DatabaseAddress } from './command';
import { copyRows, countRows, type TableCounts } from './copy-rows';
import { openPostgres } from './postgres/open';
import type { Schema } from './schema';
import { SqliteDialect } from './sqlite/dialect';
import { openSqlite } from './sqlite/open';

/** Copies all data into an empty database of either kind, and compares the counts. */
export async function copyDatabase(from: DatabaseAddress, to: DatabaseAddress): Promise<TableCounts> {
  const [source, target] = [await open(from), await open(to)];
  try {
    return await source
      .transaction()
      .setIsolationLevel(from.kind === 'postgres' ? 'repeatable read' : 'serializable')
      .execute((read) =>
        target.transaction().execute(async (write) => {
          const present = await countRows(write);
          if (Object.values(present).some((n) => n > 0)) {
            throw new Error('The target database is not empty; nothing was copied.');
          }
          await copyRows(read, write);
          const [before, after] = [await countRows(read), await countRows(write)];
          if (JSON.stringify(before) !== JSON.stringify(after)) {
            throw new Error('The counts differ after copying; nothing was copied.');
          }
          return after;
        }),
      );
  } finally {
    await source.destroy();
    await target.destroy();
  }
}

async function open(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'sqlite') {
    return new Kysely<Schema>({ dialect: new SqliteDialect(openSqlite(address.file)) });
  }
  const pool = await openPostgres({ ...COMMAND, url: address.url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
