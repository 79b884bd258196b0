import {
  ALIVE_WITHIN_MS,
  isCommonOutage,
  isSameOutage,
  OUTAGE_DELAY_MS,
  SILENCED_WITHIN_MS,
} from '@/lib/domain/silence';
import type { Ports } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { notifyPerson } from '../notices/notices';
import type { SetAside } from '../set-aside';
import { OUTAGE_LOCK, personLock } from '../write';

/** Silences that are about to be told, and how many bots are not silent. */
type Silenced = { readonly silenced: number; readonly alive: number };

/**
 * How long messages about silences that are about to be told wait. If they are a common outage, admins get one notice
 * of it, and the messages wait, because most of the bots may be back by then.
 */
export async function delayOfMessages(
  ports: Pick<Ports, 'directory' | 'secrets'>,
  { silenced, alive }: Silenced,
  aside: SetAside,
): Promise<number> {
  const told = await ports.directory.read(async ({ silences }, nowMs) => ({
    recently: await silences.countTold(nowMs - SILENCED_WITHIN_MS),
    inAll: await silences.countTold(nowMs - ALIVE_WITHIN_MS),
  }));
  const allSilenced = silenced + told.recently;
  const allAlive = alive + silenced + told.inAll;
  if (!isCommonOutage(allSilenced, allAlive)) return 0;
  await notifyAdmins(ports, { silenced: allSilenced, alive: allAlive }, aside);
  return OUTAGE_DELAY_MS;
}

/** One notice for each outage, whichever instance finds it. */
async function notifyAdmins(
  { directory, secrets }: Pick<Ports, 'directory' | 'secrets'>,
  outage: Silenced,
  aside: SetAside,
): Promise<void> {
  const admins = await directory.read(({ users }) => users.listEnabledAdmins());
  let ownAtMs: number | null = null;
  const refused = await writeApart(admins, (some) => {
    const locks = [OUTAGE_LOCK, ...some.map(({ id }) => personLock(id))];
    return directory.write(locks, async (tables, nowMs) => {
      const last = await tables.facts.find('outage');
      await tables.facts.put('outage', outage, nowMs);
      if (last !== null && last.atMs !== ownAtMs && isSameOutage(last.atMs, nowMs)) return;
      ownAtMs = nowMs;
      const detail = `${outage.silenced} ${outage.alive}`;
      for (const { id, role, isDisabled } of await tables.users.listByIds(some.map(({ id }) => id))) {
        if (role !== 'admin' || isDisabled) continue;
        await notifyPerson(tables, { secrets }, id, { kind: 'bots.outage', actor: '', detail }, nowMs);
      }
    });
  });
  for (const { item, error } of refused) aside.add(item.id, error);
}
