import { ALERT_TYPES, type AlertSettings } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import type { Caller } from '@/lib/domain/people/caller';
import type { MailScope, Ports, Tables } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, forbidden, notFound, type Result } from '../result';
import { botLock, personLock, shared, writeAsPerson } from '../write';

type ShownAlerts = {
  /** Those of the bot's owner, who gets its mails. */
  readonly settings: AlertSettings;
  /** Whether the caller is the owner, who alone may change them. */
  readonly isOwner: boolean;
  /** Whether this service sends e-mail (SMTP_URL). */
  readonly hasMail: boolean;
};

/** How the owner of a bot is notified about its events: for the owner, and for admins to see. */
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

/** What a person chooses; types that are missing stay as they are. */
export type AlertChange = Partial<AlertSettings>;

/** Changes how the caller is notified about the events of a bot of theirs. Admins cannot choose for another owner. */
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

/** One kind of mail about one bot. */
type MailKindOfBot = { readonly botId: string; readonly botName: string; readonly type: EventType };

/** What a link ends, for its page; changes nothing. Empty if none of it is sent any more. */
export async function findMailsOfLink(
  ports: Ports,
  token: string,
): Promise<Result<readonly MailKindOfBot[]>> {
  const scope = ports.unsubscribeTokens.read(token);
  if (scope === null) return LINK_UNKNOWN;
  return done(await ports.directory.read((tables) => readKinds(tables, scope)));
}

/** Ends the mails of a link, for whoever has it; done again it changes nothing. Returns what it ended. */
export async function unsubscribe(ports: Ports, token: string): Promise<Result<readonly MailKindOfBot[]>> {
  const scope = ports.unsubscribeTokens.read(token);
  if (scope === null) return LINK_UNKNOWN;
  return ports.directory.write([personLock(scope.userId)], async (tables) => {
    const kinds = await readKinds(tables, scope);
    for (const { botId, type } of kinds) {
      const settings = await tables.alertSettings.find(scope.userId, botId);
      const choice = { ...settings[type], isMailed: false };
      await tables.alertSettings.put(scope.userId, botId, { ...settings, [type]: choice });
    }
    return done(kinds);
  });
}

const LINK_UNKNOWN = notFound(
  'This link is not complete, or was made before the secret of this service changed.',
);

/** The kinds of mail in a scope that are about bots which the person still owns, and still on. */
async function readKinds(tables: Tables, scope: MailScope): Promise<MailKindOfBot[]> {
  const found = new Map<string, MailKindOfBot>();
  for (const { botId, type } of 'type' in scope ? [scope] : await ofMessage(tables, scope)) {
    const known = ALERT_TYPES.find((one) => one === type);
    const bot = await tables.bots.findById(botId);
    if (known === undefined || bot?.ownerId !== scope.userId) continue;
    if (!(await tables.alertSettings.find(scope.userId, botId))[known].isMailed) continue;
    found.set(`${botId} ${type}`, { botId, botName: bot.name, type: known });
  }
  return [...found.values()];
}

async function ofMessage(
  { mails, events }: Tables,
  { userId, messageId }: { userId: string; messageId: string },
) {
  const sent = await mails.listOfMessage(userId, messageId);
  const all = await events.listByIds(sent.map(({ eventId }) => eventId));
  return all.map(({ type, data: { botId } }) => ({ botId, type }));
}
