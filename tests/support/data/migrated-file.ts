import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@/lib/data/sqlite/open';

let migrated: Buffer | undefined;

/** The file of a new database: to run all migrations takes six times as long as to write what they make. */
export function migratedFile(): Buffer {
  if (migrated !== undefined) return migrated;
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-new-'));
  const file = join(folder, 'botmeter.db');
  openSqlite(file).close();
  migrated = readFileSync(file);
  rmSync(folder, { recursive: true });
  return migrated;
}
