import {
  eventTypesText,
  hasRoom,
  isStandardSecret,
  STATUS_REASONS,
  type StoredWebhook,
  switchedOn,
  WEBHOOK_SECRET_PREFIX,
} from '@/lib/domain/alerts/webhook';
import { actorOf, type KeyCaller } from '@/lib/domain/people/caller';
import { WEBHOOK_CHANGES_MAX, WEBHOOK_CHANGES_WINDOW_MS } from '@/lib/domain/people/throttle';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { Ports, Tables } from '@/lib/ports/ports';
import { liveKeyId } from '../keys/find';
import { done } from '../result';
import { countAllowed } from '../throttle';
import { botLock, writeAs } from '../write';
import { noRoomMessage, readAddress } from './create';
import { openWebhook } from './find';

/** `secret` is what was made to sign with, `null` for a given or a kept one. */
export type KeyWebhook =
  | { readonly kind: 'stored'; readonly secret: string | null }
  | { readonly kind: 'not stored'; readonly reason: string }
  | { readonly kind: 'too many'; readonly retryAfterMs: number }
  | { readonly kind: 'disabled' };

type Wanted = { readonly url: string; readonly secret?: string | null | undefined };

const notStored = (reason: string) => ({ kind: 'not stored', reason }) as const;

/** A bot has one webhook from its key, which its id names: never one that a person made. */
const keyWebhookId = (botId: string) => `key-${botId}`;

type WebhookPorts = Pick<Ports, 'directory' | 'factorPolicy' | 'secrets' | 'vault' | 'webhooks'>;

/**
 * Stores the one webhook that a bot has from its key (contract section 10), for votes; the next one replaces it. The same
 * again changes nothing, and of others WEBHOOK_CHANGES_MAX an hour are stored. `null` if the key is no longer live.
 */
export async function storeKeyWebhook(
  ports: WebhookPorts,
  who: KeyCaller,
  wanted: Wanted,
): Promise<KeyWebhook | null> {
  const stored = await writeAs(ports, who, [botLock(who.botId)], async (tables, nowMs) =>
    done(await storeIn(tables, ports, who, wanted, nowMs)),
  );
  return stored.ok ? stored.value : null;
}

async function storeIn(
  tables: Tables,
  ports: WebhookPorts,
  who: KeyCaller,
  { url, secret: given }: Wanted,
  nowMs: number,
): Promise<KeyWebhook | null> {
  const { secrets, vault } = ports;
  const keyId = await liveKeyId(tables, who, nowMs);
  const bot = await tables.bots.findById(who.botId);
  if (keyId === null || bot === null) return null;
  if (bot.isDisabled) return { kind: 'disabled' };
  const address = readAddress(ports, url);
  if (typeof address === 'string') return notStored(address);
  const id = keyWebhookId(bot.id);
  const all = await tables.webhooks.listOfBots([bot.id]);
  const now = all.find((each) => each.id === id) ?? null;
  const refusal = refusalOf(
    bot.plan,
    now,
    all.filter((each) => each.id !== id && (now === null || each.status === 'on')).length,
  );
  if (refusal !== null) return notStored(refusal);
  if (now === null && (await tables.removals.has(bot.id, 'webhook', id)))
    return notStored('What was sent to its former webhook is still being deleted. Try again in a minute.');

  const open = now && openWebhook(vault, now, nowMs);
  const isSame = open !== null && vault.open(address.sealedAddress) === open.address;
  const isSigned = address.kind === 'signed';
  const wanted = given ? signingSecret(given) : null;
  const kept = isSame ? (open.secrets[0] ?? null) : null;
  const made = isSigned && wanted === null && kept === null ? secrets.newWebhookSecret() : null;
  const secret = isSigned ? (wanted ?? kept ?? made) : null;
  if (isSame && now?.status === 'on' && secret === kept) return { kind: 'stored', secret: null };

  const limit = {
    subject: `webhook:${bot.id}`,
    max: WEBHOOK_CHANGES_MAX,
    windowMs: WEBHOOK_CHANGES_WINDOW_MS,
  };
  const retryAfterMs = await countAllowed(tables, limit, nowMs);
  if (retryAfterMs > 0) return { kind: 'too many', retryAfterMs };
  const next: StoredWebhook = {
    id,
    botId: bot.id,
    createdAtMs: now?.createdAtMs ?? nowMs,
    ...address,
    ...switchedOn(nowMs),
    eventTypes: isSame && now !== null ? now.eventTypes : ['vote.created'],
    sealedSecret: secret && vault.seal(secret),
    sealedFormerSecret: null,
    formerUntilMs: null,
  };
  if (now === null) await tables.webhooks.insert(next);
  else await tables.webhooks.update([id], next);
  await tables.webhooks.schedule([id]);
  await audit(tables, who, { keyId, before: now, after: next }, nowMs);
  return { kind: 'stored', secret: made };
}

/** Why nothing is stored; `others` are the webhooks that use up the plan. */
function refusalOf(plan: PlanName, now: StoredWebhook | null, others: number): string | null {
  const { displayName, features } = PLANS[plan];
  if (!features.customWebhooks) return `The ${displayName} plan has no signed webhooks.`;
  // What a person or a change of owner has switched off is not for a key to switch on.
  if (now?.statusReason === 'person' || now?.statusReason === 'owner')
    return `The webhook of the bot's key is off: ${STATUS_REASONS[now.statusReason]} Enable it under Alerts.`;
  return hasRoom(plan, 'signed', others) ? null : noRoomMessage(plan);
}

/** A secret in the form that requests are signed with; any other form stands for its bytes. */
const signingSecret = (given: string): string =>
  isStandardSecret(given) ? given : WEBHOOK_SECRET_PREFIX + Buffer.from(given, 'utf8').toString('base64');

function audit(
  tables: Tables,
  who: KeyCaller,
  change: {
    readonly keyId: string;
    readonly before: StoredWebhook | null;
    readonly after: StoredWebhook;
  },
  nowMs: number,
) {
  const { keyId, before, after } = change;
  const written = ({ id, host, status, eventTypes }: StoredWebhook) => ({
    webhookId: id,
    host,
    status,
    eventTypes: eventTypesText(eventTypes),
  });
  const action = before === null ? 'webhook.create' : 'webhook.change';
  const entry = { actor: actorOf(who), action, subject: after.botId } as const;
  return tables.audit.append(
    { ...entry, ...(before && { before: written(before) }), after: { keyId, ...written(after) } },
    nowMs,
  );
}
