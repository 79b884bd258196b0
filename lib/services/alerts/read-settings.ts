import type { AlertSettings } from '@/lib/domain/alert-settings';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, type Result } from '../result';

export type ShownAlerts = {
  /** Those of the bot's owner, who gets its mails. */
  readonly settings: AlertSettings;
  /** Whether the caller is the owner, who alone may change them. */
  readonly isOwner: boolean;
  /** Whether this service sends e-mail (SMTP_URL). */
  readonly hasMail: boolean;
};

/** How the owner of a bot is told about its events: for the owner, and for admins to see. */
export async function readAlertSettings(
  { directory, mailer }: Ports,
  who: Caller,
  botId: string,
): Promise<Result<ShownAlerts>> {
  return directory.read(async (tables) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    const { ownerId } = found.value;
    return done({
      settings: await tables.alertSettings.find(ownerId, botId),
      isOwner: who.kind === 'person' && who.userId === ownerId,
      hasMail: mailer !== null,
    });
  });
}
