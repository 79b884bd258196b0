import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { makeFoldersOf, requireFilePlace } from '@/lib/data/file-place';
import type { KeptBackup, Rehearsal } from '@/lib/domain/backups/backup';
import { removeLeftovers, writeFileDurably } from './atomic-file';
import { checksumIn } from './checksum';
import { megabytes } from './growth';

const NAME = /^botmeter-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** The name of a backup that begins now: `botmeter-20261128T031504Z.db`. */
export const backupName = (nowMs: number): string =>
  `botmeter-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}.db`;

/** What the rehearsal of a backup found, beside the backup. */
const resultFile = (file: string): string => `${file}.rehearsal.json`;

type Result = Rehearsal & {
  readonly atMs: number;
  readonly instance: string;
  readonly tookMs: number;
  /** Of the file that was rehearsed: another one under its name has no result. */
  readonly checksum: string | null;
};

export function writeResult(file: string, result: Omit<Result, 'checksum'>): void {
  writeFileDurably(resultFile(file), `${JSON.stringify({ ...result, checksum: checksumIn(file) })}\n`);
}

function readResult(file: string): Result | null {
  try {
    const result = JSON.parse(readFileSync(resultFile(file), 'utf8')) as Result;
    return Array.isArray(result.problems) && result.checksum === checksumIn(file) ? result : null;
  } catch {
    return null;
  }
}

/** Throws, with what to do, unless backups can be kept in a folder. Makes it if it is missing. */
export function requireBackupFolder(folder: string): void {
  const file = join(folder, 'botmeter.db');
  requireFilePlace(file);
  makeFoldersOf(file);
  if ((statSync(folder).mode & 0o077) !== 0)
    throw new Error(`${folder} can be read by other users: run “chmod 700 ${folder}”.`);
  const probe = join(folder, `.botmeter-${process.pid}`);
  writeFileDurably(probe, '');
  rmSync(probe);
}

/** Whether a folder is on the disk of an embedded database. */
export function isOnDiskOf(folder: string, database: DatabaseAddress): boolean {
  const file = database.kind === 'sqlite' && statSync(resolve(database.file), { throwIfNoEntry: false });
  return file !== false && file?.dev === statSync(folder).dev;
}

/** The backups that the service has made in a folder, newest first. */
export function listBackups(folder: string, database: DatabaseAddress): KeptBackup[] {
  const isOnDatabaseDisk = isOnDiskOf(folder, database);
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  return names
    .toSorted()
    .toReversed()
    .map((name) => {
      const file = join(folder, name);
      const result = readResult(file);
      const { instance = '', tookMs = 0 } = result ?? {};
      const [, year, month, day, hour, minute, second] = (NAME.exec(name) ?? []).map(Number);
      const atMs = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
      return {
        instance,
        file,
        bytes: statSync(file).size,
        atMs,
        tookMs,
        isOnDatabaseDisk,
        rehearsal: result,
      };
    });
}

const BESIDE = ['.sha256', '.rehearsal.json'];

/** Deletes backups, and what was left beside those that were deleted or never finished. */
export function deleteBackups(folder: string, expired: readonly KeptBackup[]): void {
  // First the backup: without its checksum it would be taken for one of an earlier version.
  for (const { file } of expired)
    for (const suffix of ['', ...BESIDE]) rmSync(file + suffix, { force: true });
  removeLeftovers(folder);
  for (const name of readdirSync(folder)) {
    const suffix = BESIDE.find((each) => name.endsWith(each));
    if (suffix === undefined) continue;
    const of = name.slice(0, -suffix.length);
    if (NAME.test(of) && !existsSync(join(folder, of))) rmSync(join(folder, name), { force: true });
  }
}

/** Throws if a disk has no room for a backup of `bytes` and its rehearsal. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, 2 * bytes];
  if (free < needed)
    throw new Error(
      `${folder} has ${megabytes(free)} MB left; a backup and its rehearsal need ${megabytes(needed)} MB.`,
    );
}
