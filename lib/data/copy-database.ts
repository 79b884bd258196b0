import { existsSync } from 'node:fs';
import { Kysely, SqliteDialect as KyselySqliteDialect, PostgresDialect } from 'kysely';
import { COMMAND, type DatabaseAddress } from './command';
import { copyRows, countRows, type TableCounts } from './copy-rows';
import { openPostgres } from './postgres/open';
import type { Schema } from './schema';
import { SqliteDialect } from './sqlite/dialect';
import { openSqlite } from './sqlite/open';

/** Copies all data into an empty database of either kind, and compares the counts. */
export async function copyDatabase(from: DatabaseAddress, to: DatabaseAddress): Promise<TableCounts> {
  return copyInto(await openSource(from), to);
}

/** Copies all data of a source, which it closes. */
export async function copyInto(source: Kysely<Schema>, to: DatabaseAddress): Promise<TableCounts> {
  try {
    const target = await openTarget(to);
    try {
      // What the source holds at one moment; of the two kinds of database only PostgreSQL has to be asked for it.
      return await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((read) => target.transaction().execute((write) => copyChecked(read, write)));
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

async function copyChecked(read: Kysely<Schema>, write: Kysely<Schema>): Promise<TableCounts> {
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
}

async function openSource(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'postgres') return openPool(address.url);
  if (!existsSync(address.file)) throw new Error(`There is no database at ${address.file}.`);
  // Not our dialect: its transactions would keep a server from writing as long as they last.
  return new Kysely<Schema>({ dialect: new KyselySqliteDialect({ database: openSqlite(address.file) }) });
}

async function openTarget(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'postgres') return openPool(address.url);
  return new Kysely<Schema>({ dialect: new SqliteDialect(openSqlite(address.file)) });
}

async function openPool(url: string): Promise<Kysely<Schema>> {
  const pool = await openPostgres({ ...COMMAND, url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
