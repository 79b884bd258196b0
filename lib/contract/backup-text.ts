import { type BackupsState, backupTrouble, newestGood, type Rehearsal } from '@/lib/domain/backups/backup';
import { zonedTime } from './zoned-time';

export const ON_DATABASE_DISK =
  'They are on the same disk as the database, and are lost with it: copy them to another machine.';

/** What a rehearsal found: `0 differences`. */
export const rehearsalText = ({ problems, isProven, isSnapshot }: Rehearsal): string =>
  problems.length > 0
    ? problems.join(' ')
    : !isProven
      ? 'no problems, but no figures to compare with'
      : isSnapshot
        ? '0 differences'
        : 'no snapshot across nodes';

/** The state of the backups in one sentence, for the digests of admins. */
export function backupsSentence(state: BackupsState, nowMs: number, timeZone: string): string {
  const last = newestGood(state.backups, nowMs);
  const trouble = backupTrouble(state, nowMs);
  if (trouble !== null) return trouble;
  if (last?.rehearsal == null) return 'There is no backup yet.';
  const at = (ms: number) => zonedTime(ms, timeZone);
  return `Last backup ${at(last.atMs)}, rehearsed ${at(last.rehearsal.atMs)}, ${rehearsalText(last.rehearsal)}.`;
}
