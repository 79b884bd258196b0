import { type Kysely, type Selectable, sql } from 'kysely';
import { DEFAULT_ALERTS, decodeAlertSettings, encodeAlertSettings } from '@/lib/domain/alerts/alert-settings';
import { DIGEST_WITHIN_MS, decodeDigest, encodeDigest } from '@/lib/domain/alerts/digest';
import { NOTICES_MAX } from '@/lib/domain/alerts/notification';
import type { User } from '@/lib/domain/people/caller';
import type { AlertSettings, Notices, Users } from '@/lib/ports/people';
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

/** The tables whose rows belong to one person and do not end with them by a foreign key. */
const OF_PERSON = ['alert_settings', 'read_marks', 'mails'] as const;

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

export const users = (db: Kysely<Schema>, slowReads: Kysely<Schema>): Users => ({
  async findById(id) {
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toUser(row);
  },
  async listByIds(ids) {
    if (ids.length === 0) return [];
    return (await db.selectFrom('users').selectAll().where('id', 'in', ids).execute()).map(toUser);
  },
  async findByEmail(email) {
    const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    return row === undefined ? null : toUser(row);
  },
  async list() {
    return (await db.selectFrom('users').selectAll().orderBy(byBytes('email')).execute()).map(toUser);
  },
  async search(query) {
    const filtered = slowReads
      .selectFrom('users')
      .selectAll('users')
      .where(matches(query.text, ['users.name', 'users.email']));
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
  async findDigest(id) {
    const row = await db
      .selectFrom('users')
      .select(['digest_json', 'digest_at_ms'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : { choice: decodeDigest(row.digest_json), dueAtMs: row.digest_at_ms };
  },
  async setDigest(id, choice, dueAtMs) {
    const json = encodeDigest(choice);
    const change = { digest_json: json, digest_at_ms: json === null ? null : dueAtMs };
    await db.updateTable('users').set(change).where('id', '=', id).execute();
  },
  async listDigestsDue(nowMs, max, except) {
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
  async listEnabledAdmins() {
    const admins = db.selectFrom('users').selectAll().where('role', '=', 'admin');
    return (await admins.where('disabled_at_ms', 'is', null).execute()).map(toUser);
  },
  async countEnabledAdmins() {
    const row = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('role', '=', 'admin')
      .where('disabled_at_ms', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async insert(user, passwordHash) {
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
  async update(id, { name, role, isDisabled, isInvited, timeZone }, nowMs) {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { role }),
      ...(isDisabled === undefined ? {} : { disabled_at_ms: isDisabled ? nowMs : null }),
      ...(isInvited === undefined ? {} : { is_invited: isInvited ? 1 : 0 }),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    };
    if (Object.keys(change).length === 0) return;
    await db.updateTable('users').set(change).where('id', '=', id).execute();
  },
  async findPasswordHash(id) {
    const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    return row?.password_hash ?? null;
  },
  async setPasswordHash(id, passwordHash) {
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  },
  async delete(id) {
    for (const table of OF_PERSON) await db.deleteFrom(table).where('user_id', '=', id).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
  },
});

export const notices = (db: Kysely<Schema>): Notices => ({
  async insert({ id, atMs, kind, actor, detail }, userId) {
    await db
      .insertInto('notices')
      .values({ id, user_id: userId, at_ms: atMs, kind, actor, detail })
      .execute();
    const kept = newestOf(db, userId).select('id').limit(NOTICES_MAX);
    await db.deleteFrom('notices').where('user_id', '=', userId).where('id', 'not in', kept).execute();
  },
  async listOfUser(userId) {
    const rows = await newestOf(db, userId).selectAll().execute();
    return rows.map(({ id, at_ms, kind, actor, detail }) => ({ id, atMs: at_ms, kind, actor, detail }));
  },
  async delete(userId, ids) {
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

export const alertSettings = (db: Kysely<Schema>): AlertSettings => ({
  async find(userId, botId) {
    const row = await db
      .selectFrom('alert_settings')
      .select('settings_json')
      .where('user_id', '=', userId)
      .where('bot_id', '=', botId)
      .executeTakeFirst();
    return row === undefined ? DEFAULT_ALERTS : decodeAlertSettings(row.settings_json);
  },
  async put(userId, botId, settings) {
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
  async listRepeatsDue(nowMs, max, except) {
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
  async setRepeat(userId, botId, repeat_at_ms) {
    await db
      .updateTable('alert_settings')
      .set({ repeat_at_ms })
      .where('user_id', '=', userId)
      .where('bot_id', '=', botId)
      .execute();
  },
  async deleteOfBot(botId) {
    await db.deleteFrom('alert_settings').where('bot_id', '=', botId).execute();
  },
});
