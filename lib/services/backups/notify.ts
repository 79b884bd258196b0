import { backupTrouble, newestGood } from '@/lib/domain/backups/backup';
import type { Ports } from '@/lib/ports/ports';
import { BACKUPS_LOCK } from '../write';
import { readBackups } from './state';

/** Mails every admin when a backup failed or none has succeeded for too long; again only after one has succeeded. */
export async function notifyOfBackups({
  directory,
  mailer,
}: Pick<Ports, 'directory' | 'mailer'>): Promise<void> {
  if (mailer === null) return;
  const trouble = await directory.read(async (tables, nowMs) => {
    const state = await readBackups(tables);
    if (state === null || backupTrouble(state, nowMs) === null) return null;
    const sinceMs = newestGood(state.backups, nowMs)?.atMs ?? state.sinceMs;
    return { sinceMs, admins: await tables.users.listEnabledAdmins() };
  });
  if (trouble === null) return;
  const mails = trouble.admins.map(({ id: userId, email: recipient }) => {
    // The same for each run of trouble: a mail that is known is not added again.
    const id = `backups.${trouble.sinceMs}.${userId}`;
    return { id, kind: 'backups', userId, botId: '', eventId: '', recipient, sealed: null } as const;
  });
  await directory.write([BACKUPS_LOCK], (tables, nowMs) => tables.mails.insert(mails, nowMs));
}
