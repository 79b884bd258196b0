import { shownNotice } from '@/lib/contract/notice-text';
import { parseBotCounts } from '@/lib/contract/service-facts';
import type { PersonView } from '@/lib/contract/views';
import { isOutageOver, type PersonNotice } from '@/lib/domain/alerts/notification';
import { backupTrouble } from '@/lib/domain/backups/backup';
import type { Caller, User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { readBackups } from '../backups/state';
import { findUnread } from '../notifications/unread';
import { done, forbidden, type Result } from '../result';

/**
 * The caller, as the bar of every page shows them. It runs for every page: a few short reads of an index. `known` is the
 * person of the caller's session, where it was read for the same page.
 */
export async function readPerson(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  known: User | null = null,
): Promise<Result<PersonView>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async (tables, nowMs) => {
    const user = known?.id === who.userId ? known : await tables.users.findById(who.userId);
    if (user === null) return forbidden();
    const { id, name, email, role, timeZone } = user;
    const { count: unread } = await findUnread(tables, id, nowMs);
    const notices = await tables.notices.listOfUser(id);
    // An admin may have no bots of their own.
    const hasOwnBots = role !== 'admin' || (await hasBots(tables, id));
    const silent = notices.some(({ kind }) => kind === 'bots.outage') ? await silentBots(tables) : null;
    const trouble = role === 'admin' ? await troubleOfBackups(tables, nowMs) : [];
    const shown = [...trouble, ...notices]
      .filter((notice) => !isOutageOver(notice, silent, nowMs))
      .map((notice) => shownNotice(notice, id));
    return done({ id, name, email, role, timeZone, hasOwnBots, unread, notices: shown });
  });
}

const hasBots = async ({ bots, people }: Tables, id: string) =>
  (await bots.namesOwnedBy(id, 1)).length + (await people.listOfUser(id)).length > 0;

/** Not a row: it is shown to every admin for as long as it is so. */
async function troubleOfBackups(tables: Tables, nowMs: number): Promise<PersonNotice[]> {
  const backups = await readBackups(tables);
  const detail = backups && backupTrouble(backups, nowMs);
  if (!detail) return [];
  return [
    {
      id: 'backups',
      atMs: backups.failure?.atMs ?? backups.sinceMs,
      kind: 'backups.trouble',
      actor: '',
      detail,
    },
  ];
}

async function silentBots({ facts }: Tables) {
  const stored = await facts.find('bots');
  const counts = parseBotCounts(stored?.value);
  return stored === null || counts === null ? null : { count: counts.groups.silent.count, atMs: stored.atMs };
}
