import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp, listBackups, recordBackup, rehearse } from '@/lib/container';
import { ON_DATABASE_DISK, rehearsalText } from '@/lib/contract/backup-text';
import { isGood } from '@/lib/domain/backups/backup';
import { isoTime } from '@/lib/domain/text/time';
import type { Env } from '@/lib/env';
import { conflict, done } from '@/lib/services/result';
import { type Command, megabytes, required, rowsIn, table, UsageError } from '../command';

/** Notes the backup for the overview; returns a warning if that fails, since the backup itself is complete. */
async function noteBackup(database: Parameters<typeof backUp>[0], file: string): Promise<string> {
  try {
    await recordBackup(database, statSync(file).size);
    return '';
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return `\nIts time could not be noted for the admins’ overview: ${reason}`;
  }
}

/** Ends this process when the one that started it has ended, however that was. Does not keep it running by itself. */
function endWithInput(): void {
  process.stdin.on('end', () => process.exit(1)).resume();
  process.stdin.unref();
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    argument: 'FILE',
    summary:
      'write a consistent copy of the database to a new file, while the server runs; with --rehearse also restore it into a temporary file and check that',
    usage: 'FILE [--rehearse]',
    // Of the service: its backup ends with it.
    options: { 'end-with-input': { type: 'boolean' } },
    isBesideServer: true,
    async runOn(database, options, { progress, env: { authSecret } }) {
      const startedAt = performance.now();
      if (options['end-with-input'] === true) endWithInput();
      const file = resolve(required(options, 'FILE'));
      const isRehearsed = options.rehearse === true;
      const { counts, schemaProblems } = await backUp(database, file, progress, isRehearsed);
      const warning = schemaProblems
        .map((problem) => `\nIt cannot be restored as it is: ${problem}`)
        .join('');
      const rehearsal = isRehearsed
        ? await rehearse(file, { of: database, secret: authSecret, startedAt }, progress)
        : null;
      const noted = await noteBackup(database, file);
      const text = `Wrote ${rowsIn(counts)} rows to ${file}.${warning}${noted}`;
      if (rehearsal === null)
        return done({ json: { file, rows: counts, schemaFaults: schemaProblems }, text });
      if (rehearsal.problems.length > 0)
        return conflict(`${text} Its rehearsal found: ${rehearsalText(rehearsal)}`);
      return done({
        json: { file, rows: counts, schemaFaults: schemaProblems, rehearsal },
        text: `${text}\nRehearsed: ${rehearsalText(rehearsal)}.`,
      });
    },
  },
  {
    name: 'backups',
    summary: 'list the backups in BACKUP_DIR and what their rehearsals found, newest first',
    usage: '',
    async runOn(_, __, { env }) {
      const backups = listBackups(resolve(requireFolder(env)), env.database);
      const rows = backups.map(({ atMs, bytes, instance, file, rehearsal }) => [
        isoTime(atMs),
        megabytes(bytes),
        instance,
        rehearsal === null ? 'not rehearsed' : rehearsalText(rehearsal),
        file,
      ]);
      const isLostWithIt = backups.some(({ isOnDatabaseDisk }) => isOnDatabaseDisk);
      const text = `${table(['Time', 'Size', 'Instance', 'Rehearsal', 'File'], rows)}${isLostWithIt ? `\n${ON_DATABASE_DISK}` : ''}`;
      return done({ json: backups, text: rows.length === 0 ? 'There is no backup yet.' : text });
    },
  },
];

function requireFolder({ backups }: Env): string {
  if (backups === undefined) throw new UsageError('BACKUP_DIR is not set.');
  return backups.folder;
}

/** The newest backup that was rehearsed well. */
export function latestBackup(env: Env): string {
  const folder = resolve(requireFolder(env));
  const found = listBackups(folder, env.database).find(isGood);
  if (found === undefined)
    throw new Error(`No backup in ${folder} was rehearsed well; name the file of the one to restore.`);
  return found.file;
}
