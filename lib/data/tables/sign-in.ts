import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AccessLink } from '@/lib/domain/people/access-link';
import type { Session } from '@/lib/domain/people/caller';
import type { AccessLinks, Identities, Sessions, SetupTokens, SignInAttempts } from '@/lib/ports/people';
import type { Schema } from '../schema';
import { byBytes } from './paging';
import { toUser } from './users';

const toSession = (row: Selectable<Schema['sessions']>): Session => ({
  hash: row.hash,
  userId: row.user_id,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  client: row.client,
  confirmedAtMs: row.confirmed_at_ms,
});

export const sessions = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>): Sessions => ({
  async find(hash) {
    const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toSession(row);
  },
  async findWithUser(hash) {
    // No column of one table has the name of one of the other but these.
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll()
      .select([
        'sessions.created_at_ms as session_created_at_ms',
        'users.created_at_ms as user_created_at_ms',
      ])
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      session: toSession({ ...row, created_at_ms: row.session_created_at_ms }),
      user: toUser({ ...row, created_at_ms: row.user_created_at_ms }),
    };
  },
  async listOfUser(userId, page, pageSize, nowMs) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return rows.map(toSession);
  },
  async countOfUser(userId, nowMs) {
    const row = await db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async insert({ hash, userId, createdAtMs, expiresAtMs, client, confirmedAtMs }) {
    await db
      .insertInto('sessions')
      .values({
        hash,
        user_id: userId,
        created_at_ms: createdAtMs,
        expires_at_ms: expiresAtMs,
        client,
        confirmed_at_ms: confirmedAtMs,
      })
      .execute();
  },
  async setConfirmed(hash, atMs) {
    await db.updateTable('sessions').set({ confirmed_at_ms: atMs }).where('hash', '=', hash).execute();
  },
  async delete(hash) {
    await db.deleteFrom('sessions').where('hash', '=', hash).execute();
  },
  async deleteOfUser(userId, exceptHash = '') {
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('hash', '!=', exceptHash).execute();
  },
  async deleteOldestOfUser(userId, keptMax) {
    const kept = db
      .selectFrom('sessions')
      .select('hash')
      .where('user_id', '=', userId)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .limit(keptMax);
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('hash', 'not in', kept).execute();
  },
  async deleteExpired(nowMs) {
    await sql`DELETE FROM sessions WHERE hash IN
      (SELECT hash FROM sessions WHERE expires_at_ms <= ${nowMs} ${unlockedRows})`.execute(db);
  },
});

export const identities = (db: Kysely<Schema>): Identities => ({
  async findUserId({ provider, subject }) {
    const row = await db
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id ?? null;
  },
  async listOfUser(userId) {
    const rows = await db
      .selectFrom('identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at_ms')
      .orderBy(byBytes('subject'))
      .execute();
    return rows.map(({ provider, subject, created_at_ms }) => ({
      provider,
      subject,
      connectedAtMs: created_at_ms,
    }));
  },
  async insert({ provider, subject }, userId, nowMs) {
    await db
      .insertInto('identities')
      .values({ provider, subject, user_id: userId, created_at_ms: nowMs })
      .execute();
  },
  async delete({ provider, subject }) {
    await db
      .deleteFrom('identities')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .execute();
  },
});

export const signInAttempts = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>): SignInAttempts => ({
  async find(subject) {
    const row = await db
      .selectFrom('sign_in_attempts')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row === undefined ? null : { attempts: row.attempts, windowStartMs: row.window_start_ms };
  },
  async put(subject, { attempts, windowStartMs }) {
    await db
      .insertInto('sign_in_attempts')
      .values({ subject, attempts, window_start_ms: windowStartMs })
      .onConflict((on) => on.column('subject').doUpdateSet({ attempts, window_start_ms: windowStartMs }))
      .execute();
  },
  async delete(subject) {
    await db.deleteFrom('sign_in_attempts').where('subject', '=', subject).execute();
  },
  async deleteBefore(windowStartMs) {
    await sql`DELETE FROM sign_in_attempts WHERE subject IN
      (SELECT subject FROM sign_in_attempts WHERE window_start_ms < ${windowStartMs} ${unlockedRows})`.execute(
      db,
    );
  },
});

export const setupTokens = (db: Kysely<Schema>): SetupTokens => ({
  async insert(hash, nowMs) {
    await db.insertInto('setup_tokens').values({ hash, created_at_ms: nowMs }).execute();
  },
  async exists(hash) {
    const row = await db
      .selectFrom('setup_tokens')
      .select('hash')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row !== undefined;
  },
  async deleteAll() {
    await db.deleteFrom('setup_tokens').execute();
  },
});

const toLink = (row: Selectable<Schema['access_links']>): AccessLink => ({
  hash: row.hash,
  kind: row.kind,
  userId: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  issuer: row.issuer,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
});

export const accessLinks = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>): AccessLinks => ({
  async find(hash) {
    const row = await db.selectFrom('access_links').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toLink(row);
  },
  async listInvitations(nowMs, max) {
    const rows = await db
      .selectFrom('access_links')
      .selectAll()
      .where('kind', '=', 'invite')
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .limit(max)
      .execute();
    return rows.map(toLink);
  },
  async findInvitation(email) {
    const invited = db.selectFrom('access_links').selectAll().where('kind', '=', 'invite');
    const row = await invited.where('email', '=', email).executeTakeFirst();
    return row === undefined ? null : toLink(row);
  },
  async insert({ userId, createdAtMs, expiresAtMs, ...link }) {
    await db
      .insertInto('access_links')
      .values({
        ...link,
        user_id: userId,
        created_at_ms: createdAtMs,
        expires_at_ms: expiresAtMs,
      })
      .execute();
  },
  async deleteOfAddress(kind, email, issuer) {
    const ofAddress = db.deleteFrom('access_links').where('kind', '=', kind).where('email', '=', email);
    await (issuer === undefined ? ofAddress : ofAddress.where('issuer', '=', issuer)).execute();
  },
  async deleteOfUser(userId, kind) {
    const ofUser = db.deleteFrom('access_links').where('user_id', '=', userId);
    const chosen = kind === undefined ? ofUser : ofUser.where('kind', '=', kind);
    return Number((await chosen.executeTakeFirstOrThrow()).numDeletedRows);
  },
  async deleteIssuedBy(userId) {
    await db.deleteFrom('access_links').where('issuer', '=', userId).execute();
  },
  async deleteExpired(nowMs) {
    await sql`DELETE FROM access_links WHERE hash IN
      (SELECT hash FROM access_links WHERE expires_at_ms <= ${nowMs} ${unlockedRows})`.execute(db);
  },
});
