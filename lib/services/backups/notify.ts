import { backupTrouble, newestGood } from '@/lib/domain/backups/backup';
import type { Ports } from '@/lib/ports/ports';
import { BACKUPS_LOCK } from '../write';
import { readBackups } from './state';

/** Mails every admin when a backup failed or none has succeeded for too long; again only after one has succeeded. */
export async function notifyOfBackups({
  directory,
  mailer,
}: Pick<Ports, 'directory' | 'mailer'>): Promise<void> {
  const found = await directory.read(async (tables, nowMs) => {
    const state = await readBackups(tables);
    return mailer !== null && state !== null && backupTrouble(state, nowMs) !== null
      ? {
          admins: await tables.users.listEnabledAdmins(),
          since: newestGood(state.backups, nowMs)?.atMs ?? state.sinceMs,
        }
      : null;
  });
  if (found === null) return;
  const mails = found.admins.map(({ id: userId, email: recipient }) => ({
    ...({ kind: 'backups', botId: '', eventId: '', sealed: null } as const),
    ...{ id: `backups.${found.since}.${userId}`, userId, recipient },
  }));
  await directory.write([BACKUPS_LOCK], (tables, nowMs) => tables.mails.insert(mails, nowMs));
}
