import { Kysely, PostgresDialect } from 'kysely';
import { COMMAND, type DatabaseAddress, openExisting } from './command';
import { countRows } from './copy-rows';
import { openPool, requireDurability } from './postgres/pool';
import type { Schema } from './schema';

/** What is wrong with a database, one sentence a fault; nothing when it is sound. */
export async function findFaults(address: DatabaseAddress): Promise<string[]> {
  if (address.kind === 'postgres') return postgresFaults(address.url);
  const database = openExisting(address.file, { readonly: true });
  try {
    const integrity = database.prepare('PRAGMA integrity_check').pluck().all() as string[];
    const foreign = database.prepare('PRAGMA foreign_key_check').all();
    return [
      ...integrity.filter((line) => line !== 'ok'),
      ...(foreign.length === 0 ? [] : [`${foreign.length} rows refer to rows that are not there.`]),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}

/** The server keeps its pages' checksums itself; what is looked at are its settings and that all rows can be read. */
async function postgresFaults(url: string): Promise<string[]> {
  const pool = openPool({ ...COMMAND, url });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireDurability(pool);
    await countRows(db);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await db.destroy();
  }
}
