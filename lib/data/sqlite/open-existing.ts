import { existsSync } from 'node:fs';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { requirePlace } from './private-file';

/** Opens an existing SQLite file. Throws if there is none. */
export function openExisting(file: string, { readonly = false } = {}): Database {
  requirePlace(file);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  return new SqliteDatabase(file, { readonly, fileMustExist: true, timeout: 10_000 });
}
