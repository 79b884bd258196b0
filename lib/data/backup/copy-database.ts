import { existsSync, lstatSync } from 'node:fs';
import { Kysely, SqliteDialect as KyselySqliteDialect, PostgresDialect } from 'kysely';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { COMMAND } from '@/lib/data/postgres/command-pool';
import { openPostgres } from '@/lib/data/postgres/open';
import type { Schema } from '@/lib/data/schema';
import { SqliteDialect } from '@/lib/data/sqlite/dialect';
import { openSqlite } from '@/lib/data/sqlite/open';
import { copyRows, countRows, type TableCounts } from './copy-rows';

/** Copies all data into an empty database of either kind and compares the row counts. */
export async function copyDatabase(
  from: DatabaseAddress,
  to: DatabaseAddress,
  options: CopyOptions = {},
): Promise<TableCounts> {
  return copyInto(await openSource(from), to, options);
}

/** Which tables to copy, and what else to write in the same transaction. */
export type CopyOptions = {
  readonly isWanted?: Parameters<typeof copyRows>[2];
  readonly writeAlso?: (write: Kysely<Schema>) => Promise<void>;
};

/** Copies all data of a source and closes it. */
export async function copyInto(
  source: Kysely<Schema>,
  to: DatabaseAddress,
  options: CopyOptions = {},
): Promise<TableCounts> {
  try {
    const target = await openTarget(to);
    try {
      // A snapshot of one moment. SQLite always reads one; PostgreSQL needs this isolation level.
      return await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((read) => target.transaction().execute((write) => copyChecked(read, write, options)));
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

async function copyChecked(
  read: Kysely<Schema>,
  write: Kysely<Schema>,
  { isWanted, writeAlso }: CopyOptions,
): Promise<TableCounts> {
  const present = await countRows(write);
  if (Object.values(present).some((n) => n > 0)) {
    throw new Error('The target database is not empty; nothing was copied.');
  }
  await copyRows(read, write, isWanted);
  const [before, after] = [await countRows(read, isWanted), await countRows(write, isWanted)];
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    throw new Error('The counts differ after copying; nothing was copied.');
  }
  await writeAlso?.(write);
  return after;
}

async function openSource(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'postgres') return openPool(address.url);
  if (!existsSync(address.file)) throw new Error(`There is no database at ${address.file}.`);
  // Kysely's own dialect: transactions of ours would keep a running server from writing.
  return new Kysely<Schema>({ dialect: new KyselySqliteDialect({ database: openSqlite(address.file) }) });
}

async function openTarget(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'postgres') return openPool(address.url);
  // In a folder that others can write to, a link could point to any file of this user.
  if (lstatSync(address.file, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${address.file} is a symbolic link; name the file itself.`);
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect(openSqlite(address.file)) });
}

async function openPool(url: string): Promise<Kysely<Schema>> {
  const pool = await openPostgres({ ...COMMAND, url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
