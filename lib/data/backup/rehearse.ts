import { findProblems, type IsReadable } from '@/lib/data/check';
import { openSqlite } from '@/lib/data/sqlite/open';
import type { Rehearsal } from '@/lib/domain/backups/backup';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { withTempFile } from './atomic-file';
import { requireChecksum } from './checksum';
import { copyBackupPages } from './copy-pages';
import { compareFigures } from './inspect';

/**
 * Restores a backup into a temporary file beside it, migrates it to this version, checks it, and compares it with the
 * figures of what was backed up. Never changes the backup.
 */
export async function rehearse(
  file: string,
  isReadable: IsReadable,
  progress: Progress = noProgress,
): Promise<Rehearsal> {
  return withTempFile(file, async (tempFile) => {
    let stored: Awaited<ReturnType<typeof compareFigures>> = null;
    let hasChecksum = false;
    const found = async (): Promise<readonly string[]> => {
      hasChecksum = await requireChecksum(file);
      await copyBackupPages(file, tempFile, { isPaced: true, progress });
      stored = await compareFigures(tempFile, progress);
      openSqlite(tempFile).close();
      const isMoment = stored?.isSnapshot ?? true;
      return findProblems({ kind: 'sqlite', file: tempFile }, isReadable, progress, {
        isOneEnough: true,
        isMoment,
      });
    };
    const problems = await found().catch((error: Error) => [error.message.replaceAll(tempFile, file)]);
    const { isSnapshot = true } = stored ?? {};
    return { isProven: hasChecksum && stored !== null, isSnapshot, problems };
  });
}
