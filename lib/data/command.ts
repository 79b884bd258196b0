import { existsSync } from 'node:fs';
import SqliteDatabase, { type Database } from 'better-sqlite3';

/** Where a database is; as the environment names it. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** A command's connections: told apart from a server's, and with all the time that it takes. */
export const COMMAND = { max: 2, onError: () => {}, queryTimeoutMs: 0, name: 'botmeter command' } as const;

/** A SQLite file that must be there. */
export function openExisting(file: string, { readonly = false } = {}): Database {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  return new SqliteDatabase(file, { readonly, fileMustExist: true, timeout: 10_000 });
}
