import { ALERT_TYPES, type AlertSettings } from '@/lib/domain/alert-settings';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { botLock, shared } from '../locks';
import { done, forbidden, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/** What a person chooses; types that are missing stay as they are. */
export type AlertChange = Partial<AlertSettings>;

/** Changes how the caller is told about the events of a bot of theirs. Admins cannot choose for another owner. */
export async function changeAlertSettings(
  ports: Ports,
  who: Caller,
  botId: string,
  change: AlertChange,
): Promise<Result<AlertSettings>> {
  return writeAsPerson(ports, who, [shared(botLock(botId))], async (tables, _, { who: caller, user }) => {
    const found = await findBot(tables, caller, botId);
    if (!found.ok) return found;
    if (found.value.ownerId !== user.id) return forbidden();
    const settings = { ...(await tables.alertSettings.find(user.id, botId)) };
    for (const type of ALERT_TYPES) settings[type] = change[type] ?? settings[type];
    await tables.alertSettings.put(user.id, botId, settings);
    return done(settings);
  });
}
