import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import {
  DEFAULT_ALERTS,
  decodeAlertSettings,
  encodeAlertSettings,
  type AlertSettings as Settings,
} from '@/lib/domain/alerts/alert-settings';
import { DIGEST_WITHIN_MS, type DigestChoice, decodeDigest, encodeDigest } from '@/lib/domain/alerts/digest';
import { NOTICES_MAX, type PersonNotice } from '@/lib/domain/alerts/notification';
import type { User, UserListing } from '@/lib/domain/people/caller';
import type { Page, PageQuery } from '@/lib/domain/text/paging';
import type { Schema } from '../schema';
import { byBytes, byNumber, inPage, matches, totalOf } from './paging';

export const toUser = (row: Selectable<Schema['users']>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  isDisabled: row.disabled_at_ms !== null,
  ...(row.is_invited === 1 && { isInvited: true }),
  createdAtMs: row.created_at_ms,
  timeZone: row.time_zone,
});

const SORTS = {
  name: byBytes('users.name'),
  email: byBytes('users.email'),
  role: byBytes('users.role'),
  created: byNumber('users.created_at_ms'),
} as const;

/** What the list of people can be limited to. */
const STATES = new Map([
  ['admins', sql<SqlBool>`users.role = 'admin'`],
  ['owners', sql<SqlBool>`users.role = 'owner'`],
  ['invited', sql<SqlBool>`users.is_invited = 1`],
  ['disabled', sql<SqlBool>`users.disabled_at_ms is not null and users.is_invited = 0`],
]);

/** The tables whose rows belong to one person and do not end with them by a foreign key. */
const OF_PERSON = [
  'alert_settings',
  'bot_people',
  'read_marks',
  'read_events',
  'mails',
  'second_factors',
  'recovery_codes',
  'remembered_browsers',
] as const;

async function countsOf(
  db: Kysely<Schema>,
  table: 'bots' | 'identities',
  owner: 'owner_id' | 'user_id',
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const of = sql.ref<string>(owner);
  const counted = db.selectFrom(table).select((eb) => [of.as('id'), eb.fn.countAll().as('n')]);
  const rows = await counted.where(of, 'in', ids).groupBy(of).execute();
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}

type UserChange = Partial<Pick<User, 'name' | 'role' | 'isDisabled' | 'isInvited' | 'timeZone'>>;

/** People and their password hashes. */
export const users = (db: Kysely<Schema>, slowReads: Kysely<Schema>) => ({
  async findById(id: string) {
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toUser(row);
  },
  /** In no order, without unknown ones. */
  async listByIds(ids: readonly string[]) {
    if (ids.length === 0) return [];
    return (await db.selectFrom('users').selectAll().where('id', 'in', ids).execute()).map(toUser);
  },
  async findByEmail(email: string) {
    const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    return row === undefined ? null : toUser(row);
  },
  async list() {
    return (await db.selectFrom('users').selectAll().orderBy(byBytes('email')).execute()).map(toUser);
  },
  /** Searches name and address by substring; sorted by `name`, `email`, `role` or `created`. */
  async search(query: PageQuery): Promise<Page<UserListing>> {
    const filtered = slowReads
      .selectFrom('users')
      .selectAll('users')
      .where(matches(query.text, ['users.name', 'users.email']))
      .where(STATES.get(query.filters?.state ?? '') ?? sql<SqlBool>`1 = 1`);
    const rows = await inPage(filtered, query, SORTS, 'users.id').execute();
    const ids = rows.map(({ id }) => id);
    // In statements of their own: the tables may be on different machines.
    const bots = await countsOf(slowReads, 'bots', 'owner_id', ids);
    const identities = await countsOf(slowReads, 'identities', 'user_id', ids);
    return {
      rows: rows.map((row) => ({
        user: toUser(row),
        botCount: bots.get(row.id) ?? 0,
        identityCount: identities.get(row.id) ?? 0,
      })),
      total: await totalOf(filtered),
    };
  },
  async count() {
    const row = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  /** The ids of the bots that a person has pinned, the one pinned last at the end. */
  async pinnedBots(id: string): Promise<readonly string[]> {
    const row = await db.selectFrom('users').select('pinned_bots').where('id', '=', id).executeTakeFirst();
    return row?.pinned_bots.match(/\S+/g) ?? [];
  },
  async setPinnedBots(id: string, botIds: readonly string[]) {
    await db
      .updateTable('users')
      .set({ pinned_bots: botIds.join(' ') })
      .where('id', '=', id)
      .execute();
  },
  /** `null` if there is no such user. */
  async findDigest(id: string) {
    const row = await db
      .selectFrom('users')
      .select(['digest_json', 'digest_at_ms'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : { choice: decodeDigest(row.digest_json), dueAtMs: row.digest_at_ms };
  },
  /** `dueAtMs` is when the next one is due; `null` for never. */
  async setDigest(id: string, choice: DigestChoice | null, dueAtMs: number | null) {
    const json = encodeDigest(choice);
    const change = { digest_json: json, digest_at_ms: json === null ? null : dueAtMs };
    await db.updateTable('users').set(change).where('id', '=', id).execute();
  },
  /** Up to `max` ids of people whose digest is due, or planned later than any can be. */
  async listDigestsDue(nowMs: number, max: number, except: readonly string[]) {
    const planned = db.selectFrom('users').select('id').where('digest_at_ms', 'is not', null);
    const rows = await planned
      .where((eb) =>
        eb.or([eb('digest_at_ms', '<=', nowMs), eb('digest_at_ms', '>', nowMs + DIGEST_WITHIN_MS)]),
      )
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .orderBy('digest_at_ms')
      .limit(max)
      .execute();
    return rows.map(({ id }) => id);
  },
  /** In any order. */
  async listEnabledAdmins() {
    const admins = db.selectFrom('users').selectAll().where('role', '=', 'admin');
    return (await admins.where('disabled_at_ms', 'is', null).execute()).map(toUser);
  },
  /** Admins who can sign in. */
  async countEnabledAdmins() {
    const row = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('role', '=', 'admin')
      .where('disabled_at_ms', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async insert(user: Omit<User, 'timeZone'>, passwordHash: string | null) {
    await db
      .insertInto('users')
      .values({
        id: user.id,
        email: user.email,
        name: user.name,
        role: user.role,
        password_hash: passwordHash,
        disabled_at_ms: user.isDisabled ? user.createdAtMs : null,
        is_invited: user.isInvited ? 1 : 0,
        created_at_ms: user.createdAtMs,
      })
      .execute();
  },
  /** Changes what is given; Kysely leaves out `undefined`. */
  async update(id: string, change: UserChange, nowMs: number) {
    const { isDisabled, isInvited } = change;
    const columns = {
      name: change.name,
      role: change.role,
      disabled_at_ms: isDisabled ? nowMs : isDisabled === false ? null : undefined,
      is_invited: isInvited === undefined ? undefined : isInvited ? 1 : 0,
      time_zone: change.timeZone,
    };
    if (Object.values(columns).every((value) => value === undefined)) return;
    await db.updateTable('users').set(columns).where('id', '=', id).execute();
  },
  /** `null` if there is no such user or they have no password. */
  async findPasswordHash(id: string) {
    const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    return row?.password_hash ?? null;
  },
  /** `null` removes the password. */
  async setPasswordHash(id: string, passwordHash: string | null) {
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  },
  async delete(id: string) {
    for (const table of OF_PERSON) await db.deleteFrom(table).where('user_id', '=', id).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
  },
});

/** Notices to people about their own accounts, until they dismiss them. */
export const notices = (db: Kysely<Schema>) => ({
  async insert({ id, atMs, kind, actor, detail }: PersonNotice, userId: string) {
    await db
      .insertInto('notices')
      .values({ id, user_id: userId, at_ms: atMs, kind, actor, detail })
      .execute();
    const kept = newestOf(db, userId).select('id').limit(NOTICES_MAX);
    await db.deleteFrom('notices').where('user_id', '=', userId).where('id', 'not in', kept).execute();
  },
  /** Newest first. */
  async listOfUser(userId: string): Promise<PersonNotice[]> {
    const rows = await newestOf(db, userId).selectAll().execute();
    return rows.map(({ id, at_ms, kind, actor, detail }) => ({ id, atMs: at_ms, kind, actor, detail }));
  },
  /** Deletes the notices of `ids` that belong to this person. */
  async delete(userId: string, ids: readonly string[]) {
    if (ids.length === 0) return;
    await db.deleteFrom('notices').where('user_id', '=', userId).where('id', 'in', ids).execute();
  },
});

const newestOf = (db: Kysely<Schema>, userId: string) =>
  db
    .selectFrom('notices')
    .where('user_id', '=', userId)
    .orderBy('at_ms', 'desc')
    .orderBy(byBytes('id'), 'desc');

/** People's settings for the events of their bots. */
export const alertSettings = (db: Kysely<Schema>) => ({
  /** The defaults if the person has chosen nothing for this bot. */
  async find(userId: string, botId: string) {
    const row = await db
      .selectFrom('alert_settings')
      .select('settings_json')
      .where('user_id', '=', userId)
      .where('bot_id', '=', botId)
      .executeTakeFirst();
    return row === undefined ? DEFAULT_ALERTS : decodeAlertSettings(row.settings_json);
  },
  async put(userId: string, botId: string, settings: Settings) {
    const settings_json = encodeAlertSettings(settings);
    // At once: the bot may be silent now.
    const repeat_at_ms = settings['bot.silent'].isRepeated ? 0 : null;
    await db
      .insertInto('alert_settings')
      .values({ user_id: userId, bot_id: botId, settings_json, repeat_at_ms })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'bot_id']).doUpdateSet({ settings_json, repeat_at_ms }),
      )
      .execute();
  },
  /** Settings whose message about a silence is to be repeated, the longest due first. `except` are ids of bots. */
  async listRepeatsDue(nowMs: number, max: number, except: readonly string[]) {
    const rows = await db
      .selectFrom('alert_settings')
      .select(['user_id', 'bot_id'])
      .where('repeat_at_ms', '<=', nowMs)
      .$if(except.length > 0, (some) => some.where('bot_id', 'not in', except))
      .orderBy('repeat_at_ms')
      .limit(max)
      .execute();
    return rows.map(({ user_id, bot_id }) => ({ userId: user_id, botId: bot_id }));
  },
  /** Sets when the message about a silence is repeated next; `null` while the bot is not silent. */
  async setRepeat(userId: string, botId: string, repeat_at_ms: number | null) {
    await db
      .updateTable('alert_settings')
      .set({ repeat_at_ms })
      .where('user_id', '=', userId)
      .where('bot_id', '=', botId)
      .execute();
  },
  /** Deletes everyone's settings for a bot. */
  async deleteOfBot(botId: string) {
    await db.deleteFrom('alert_settings').where('bot_id', '=', botId).execute();
  },
});
