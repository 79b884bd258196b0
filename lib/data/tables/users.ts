import type { Kysely, Selectable } from 'kysely';
import { DEFAULT_ALERTS, decodeAlertSettings, encodeAlertSettings } from '@/lib/domain/alerts/alert-settings';
import { NOTICES_MAX } from '@/lib/domain/alerts/notification';
import type { User } from '@/lib/domain/people/caller';
import type { AlertSettings, Notices, Users } from '@/lib/ports/people';
import type { Schema } from '../schema';
import { byBytes, byNumber, inPage, matches, totalOf } from './paging';

const toUser = (row: Selectable<Schema['users']>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  isDisabled: row.disabled_at_ms !== null,
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
      .select((eb) =>
        eb
          .selectFrom('bots')
          .whereRef('bots.owner_id', '=', 'users.id')
          .select((e) => e.fn.countAll().as('n'))
          .as('bot_count'),
      )
      .select((eb) =>
        eb
          .selectFrom('identities')
          .whereRef('identities.user_id', '=', 'users.id')
          .select((e) => e.fn.countAll().as('n'))
          .as('identity_count'),
      )
      .where(matches(query.text, ['users.name', 'users.email']));
    const rows = await inPage(filtered, query, SORTS, 'users.id').execute();
    return {
      rows: rows.map((row) => ({
        user: toUser(row),
        botCount: Number(row.bot_count),
        identityCount: Number(row.identity_count),
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
        created_at_ms: user.createdAtMs,
      })
      .execute();
  },
  async update(id, { name, role, isDisabled, timeZone }, nowMs) {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { role }),
      ...(isDisabled === undefined ? {} : { disabled_at_ms: isDisabled ? nowMs : null }),
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
    await db
      .insertInto('alert_settings')
      .values({ user_id: userId, bot_id: botId, settings_json })
      .onConflict((conflict) => conflict.columns(['user_id', 'bot_id']).doUpdateSet({ settings_json }))
      .execute();
  },
  async deleteOfBot(botId) {
    await db.deleteFrom('alert_settings').where('bot_id', '=', botId).execute();
  },
});
