import { core } from './0001-core';
import { signIn } from './0002-sign-in';
import { history } from './0003-history';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [core, signIn, history];

/** What is still to run on a schema at `version`. Throws when the schema is newer than this program. */
export function pendingMigrations(version: number): readonly Migration[] {
  const newest = MIGRATIONS.length;
  if (version > newest) {
    throw new Error(
      `The database has schema version ${version}, this program knows up to ${newest}: it was written by a newer Botmeter. Run that version or restore an older backup; nothing was changed.`,
    );
  }
  return MIGRATIONS.slice(version);
}
