import { ALERT_TYPES, type AlertSettings } from '@/lib/domain/alerts/alert-settings';
import { DIGEST } from '@/lib/domain/alerts/digest';
import type { EventType } from '@/lib/domain/alerts/event';
import type { Caller } from '@/lib/domain/people/caller';
import { actorOf } from '@/lib/domain/people/caller';
import type { MailScope, Ports, Tables } from '@/lib/ports/ports';
import { mayGet, readOfBot, writeBot } from '../bots/find';
import { done, forbidden, notFound, type Result } from '../result';
import { may } from '../rights';
import { changeEventTypes } from '../webhooks/change';
import { personLock } from '../write';

type ShownAlerts = {
  /** The caller's own, or those of its owner for an admin without a role. */
  readonly settings: AlertSettings;
  /** Whether they are the caller's own, which alone can be changed. */
  readonly isOwn: boolean;
  /** Whether they are also what is repeated to Discord: the owner's. */
  readonly isOwners: boolean;
  /** Where their mails go; `null` if this service sends none (no SMTP_URL). */
  readonly mailAddress: string | null;
};

/** How the caller is notified about the events of a bot; for admins without a role, how its owner is. */
export async function readAlertSettings(
  ports: Ports,
  who: Caller,
  botId: string,
): Promise<Result<ShownAlerts>> {
  return readOfBot(ports, who, botId, 'readAlertSettings', async (tables, bot) => {
    const isOwn = may(who, bot, 'chooseAlerts');
    const userId = isOwn ? actorOf(who) : bot.ownerId;
    const user = ports.mailer === null ? null : await tables.users.findById(userId);
    const settings = await tables.alertSettings.find(userId, botId);
    return { settings, isOwn, isOwners: userId === bot.ownerId, mailAddress: user?.email ?? null };
  });
}

/** What is chosen for a bot; what is missing stays as it is. */
export type AlertChange = {
  /** How the caller is notified. Nobody can choose that for someone else. */
  readonly own?: Partial<AlertSettings>;
  /** What each of its webhooks gets, by id. One that was removed meanwhile is left out. */
  readonly webhooks?: ReadonlyMap<string, readonly EventType[]>;
};

/** Changes who is notified about the events of a bot that the caller may manage: all of it or, if anything is invalid, nothing. */
export async function changeAlertSettings(
  ports: Ports,
  who: Caller,
  botId: string,
  { own, webhooks = new Map() }: AlertChange,
): Promise<Result<AlertSettings>> {
  const what = own !== undefined && webhooks.size === 0 ? 'chooseAlerts' : 'changeAlertSettings';
  return writeBot(ports, who, botId, what, async (tables, bot, nowMs, record, actor) => {
    if (own !== undefined && !may(actor, bot, 'chooseAlerts')) return forbidden();
    const changed = await changeEventTypes(tables, botId, webhooks, actorOf(actor), nowMs);
    if (!changed.ok) return changed;
    const userId = actorOf(actor);
    const now = await tables.alertSettings.find(userId, botId);
    const settings = { ...now };
    if (own === undefined) return done(settings);
    for (const type of ALERT_TYPES) settings[type] = own[type] ?? settings[type];
    await tables.alertSettings.put(userId, botId, settings);
    const isChanged = (type: EventType) => JSON.stringify(now[type]) !== JSON.stringify(settings[type]);
    const types = ALERT_TYPES.filter(isChanged);
    if (types.length === 0) return done(settings);
    const chosen = (of: AlertSettings) => Object.fromEntries(types.map((type) => [type, of[type]]));
    await record('alerts.change', botId, { before: chosen(now), after: chosen(settings) });
    return done(settings);
  });
}

/** One kind of mail about one bot; digests are about all bots of a person, and of none here. */
type MailKindOfBot = {
  readonly botId: string;
  readonly botName: string;
  readonly type: EventType | typeof DIGEST;
};

/** What a link ends, for its page; changes nothing. Empty if none of it is sent any more. */
export async function findMailsOfLink(
  ports: Ports,
  token: string,
): Promise<Result<readonly MailKindOfBot[]>> {
  const scope = ports.unsubscribeTokens.read(token);
  if (scope === null) return LINK_UNKNOWN;
  return done(await ports.directory.read((tables) => readKinds(tables, scope)));
}

/** Unsubscribes from the mails of a link, without sign-in. A second time it changes nothing. Returns what it ended. */
export async function unsubscribe(ports: Ports, token: string): Promise<Result<readonly MailKindOfBot[]>> {
  const scope = ports.unsubscribeTokens.read(token);
  if (scope === null) return LINK_UNKNOWN;
  return ports.directory.write([personLock(scope.userId)], async (tables) => {
    const kinds = await readKinds(tables, scope);
    for (const { botId, type } of kinds) {
      if (type === DIGEST) {
        const { choice = null, dueAtMs = null } = (await tables.users.findDigest(scope.userId)) ?? {};
        await tables.users.setDigest(scope.userId, choice && { ...choice, isMailed: false }, dueAtMs);
        continue;
      }
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

/** The kinds of mail in a scope that are about bots with which the person still has a role, and still on. */
async function readKinds(tables: Tables, scope: MailScope): Promise<MailKindOfBot[]> {
  const found = new Map<string, MailKindOfBot>();
  for (const { botId, type } of 'type' in scope ? [scope] : await ofMessage(tables, scope)) {
    if (type === DIGEST) {
      const isOn = (await tables.users.findDigest(scope.userId))?.choice?.isMailed === true;
      if (isOn) found.set(DIGEST, { botId: '', botName: '', type: DIGEST });
      continue;
    }
    const known = ALERT_TYPES.find((one) => one === type);
    const bot = await tables.bots.findById(botId);
    if (known === undefined || bot === null || !(await mayGet(tables, scope.userId, bot))) continue;
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
