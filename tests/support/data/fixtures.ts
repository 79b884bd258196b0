import { secrets } from '@/lib/auth/secrets';
import { CHOOSABLE_TYPES, type StoredWebhook, switchedOn } from '@/lib/domain/alerts/webhook';
import type { Bot } from '@/lib/domain/bots/bot';
import type { PersonCaller, Role } from '@/lib/domain/people/caller';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { decideReport, decideUsageRead } from '@/lib/domain/reports/decide';
import type { Report } from '@/lib/domain/reports/report';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { AccountRef, Directory, Ports, Store, Tables } from '@/lib/ports/ports';
import { BOT_ID, OTHER_BOT_ID, REPORT, T0 } from './accounts';

/** A bot, its owner and one key of it, as the ports store them. */
export type Registered = {
  readonly botId: string;
  readonly keyId: string;
  readonly keyHash: string;
  readonly key: string;
};

export const register = (
  directory: Directory,
  over: Partial<Bot> = {},
  keyExpiresAtMs: number | null = null,
): Promise<Registered> => directory.write([], (tables) => insertRegistered(tables, over, keyExpiresAtMs));

/** `register` inside a transaction, for many bots at once. */
export async function insertRegistered(
  { users, bots, keys }: Tables,
  over: Partial<Bot> = {},
  keyExpiresAtMs: number | null = null,
): Promise<Registered> {
  const plan = over.plan ?? 'free';
  const id = over.id ?? BOT_ID;
  const ownerId = over.ownerId ?? `owner-of-${id}`;
  const key = secrets.newKey();
  const keyHash = secrets.hash(key);
  const keyId = `key-of-${id}`;
  if ((await users.findById(ownerId)) === null) {
    const person = { id: ownerId, email: `${ownerId}@example.org`, name: 'Owner', role: 'owner' as const };
    await users.insert({ ...person, isDisabled: false, createdAtMs: T0 }, null);
  }
  await bots.insert({
    id,
    name: 'TestBot',
    ownerId,
    isDisabled: false,
    registeredAtMs: T0,
    plan,
    planChangedAtMs: null,
    formerHistoryDays: PLANS[plan].historyDays,
    ...NEW_SILENCE_TERMS,
    ...over,
  });
  const life = { createdAtMs: T0, expiresAtMs: keyExpiresAtMs, revokedAtMs: null, lastUsedAtMs: null };
  await keys.insert({ id: keyId, botId: id, name: 'default', last4: key.slice(-4), ...life }, keyHash);
  return { botId: id, keyId, keyHash, key };
}

/** Creates BOT_ID and OTHER_BOT_ID with their owners, two admins (`admin`, `second`) and two owners without bots. */
export async function addBotsAndPeople(directory: Directory): Promise<void> {
  await register(directory);
  await register(directory, { id: OTHER_BOT_ID });
  for (const [id, role] of Object.entries({
    admin: 'admin',
    second: 'admin',
    neighbour: 'owner',
    unowned: 'owner',
  } as const)) {
    const person = { id, email: `${id}@example.org`, name: id, role, isDisabled: false, createdAtMs: T0 };
    await directory.write([], ({ users }) => users.insert(person, 'hash'));
    await insertSession(directory, signedIn(id, role));
  }
}

/** The whole list of own bots, worst first. */
export const ALL_BOTS: PageQuery = { text: '', sort: 'state', isDescending: false, page: 1, filters: {} };

/** Adds keys to BOT_ID without the services; returns their ids. */
export async function addKeys(directory: Directory, count: number, over: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => secrets.newId());
  await directory.write([], async ({ keys }, nowMs) => {
    for (const id of ids) {
      const life = { createdAtMs: nowMs, expiresAtMs: null, revokedAtMs: null, lastUsedAtMs: null };
      await keys.insert({ id, botId: BOT_ID, name: 'x', last4: 'abcd', ...life, ...over }, id);
    }
  });
  return ids;
}

/** Reports for the bot of the key. */
export const send = (store: Store, subject: AccountRef, report: Report = REPORT) =>
  store.call(subject, (account, nowMs, key) => decideReport(account, account.botId, report, nowMs, key));

export const read = (store: Store, subject: AccountRef) => store.call(subject, decideUsageRead);

/** Counts the calls by outcome. */
export function tally(calls: readonly ({ outcome: { kind: string; error?: string } } | null)[]) {
  const counts: Record<string, number> = {};
  for (const call of calls) {
    const name = call === null ? 'nobody' : (call.outcome.error ?? call.outcome.kind);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The caller of a person with the session that `insertSession` creates. */
export const signedIn = (userId: string, role: Role): PersonCaller => ({
  kind: 'person',
  userId,
  role,
  sessionHash: `session of ${userId}`,
});

/** Ten years, longer than any test advances the clock. */
const LIFE_MS = 3_650 * DAY_MS;

/** Creates the session of a caller that `signedIn` made. */
export async function insertSession(
  directory: Directory,
  { userId, sessionHash }: PersonCaller,
): Promise<void> {
  const life = { createdAtMs: T0, expiresAtMs: T0 + LIFE_MS, confirmedAtMs: null };
  await directory.write([], ({ sessions }) =>
    sessions.insert({ hash: sessionHash, userId, client: 'test', ...life }),
  );
}

/** Adds a signed webhook of BOT_ID without the services, so without the plan's limit; returns its secret. */
export async function addWebhook(
  { directory, vault, secrets }: Ports,
  over: Partial<StoredWebhook> = {},
): Promise<string> {
  const secret = secrets.newWebhookSecret();
  const webhook: StoredWebhook = {
    id: secrets.newId(),
    botId: BOT_ID,
    kind: 'signed',
    host: 'hook.example.org',
    last4: 'hook',
    ...switchedOn(T0),
    eventTypes: CHOOSABLE_TYPES,
    createdAtMs: T0,
    formerUntilMs: null,
    sealedFormerSecret: null,
    sealedAddress: vault.seal('https://hook.example.org/hook'),
    sealedSecret: vault.seal(secret),
    ...over,
  };
  await directory.write([], ({ webhooks }) => webhooks.insert(webhook));
  return secret;
}
