import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AccessLink, LinkKind } from '@/lib/domain/people/access-link';
import type { ConnectedIdentity, Identity, Session } from '@/lib/domain/people/caller';
import { type Attempts, DAILY } from '@/lib/domain/people/throttle';
import { DAY_MS } from '@/lib/domain/quota/plan';
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

/** Sessions, by the hash of the secret in the browser's cookie. */
export const sessions = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>) => ({
  async find(hash: string) {
    const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toSession(row);
  },
  async findWithUser(hash: string) {
    // No column of one table has the name of one of the other but these.
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll()
      .select([
        'sessions.created_at_ms as session_created_at_ms',
        'users.created_at_ms as user_created_at_ms',
      ])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('second_factors')
              .select('enabled_at_ms')
              .whereRef('second_factors.user_id', '=', 'users.id')
              .where('second_factors.enabled_at_ms', 'is not', null),
          )
          .as('has_factor'),
      )
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      session: toSession({ ...row, created_at_ms: row.session_created_at_ms }),
      user: toUser({ ...row, created_at_ms: row.user_created_at_ms }),
      hasFactor: Boolean(row.has_factor),
    };
  },
  /** Unexpired sessions, newest first; `page` counts from 1. */
  async listOfUser(userId: string, page: number, pageSize: number, nowMs: number) {
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
  async countOfUser(userId: string, nowMs: number) {
    const row = await db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async insert({ hash, userId, createdAtMs, expiresAtMs, client, confirmedAtMs }: Session) {
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
  async setConfirmed(hash: string, atMs: number | null) {
    await db.updateTable('sessions').set({ confirmed_at_ms: atMs }).where('hash', '=', hash).execute();
  },
  async delete(hash: string) {
    await db.deleteFrom('sessions').where('hash', '=', hash).execute();
  },
  /** Deletes all sessions of a person except `exceptHash`, and forgets their remembered browsers. */
  async deleteOfUser(userId: string, exceptHash = '') {
    await db.deleteFrom('remembered_browsers').where('user_id', '=', userId).execute();
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('hash', '!=', exceptHash).execute();
  },
  /** Deletes all sessions of a person but the `keptMax` newest. */
  async deleteOldestOfUser(userId: string, keptMax: number) {
    const kept = db
      .selectFrom('sessions')
      .select('hash')
      .where('user_id', '=', userId)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .limit(keptMax);
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('hash', 'not in', kept).execute();
  },
  async deleteExpired(nowMs: number) {
    await sql`DELETE FROM sessions WHERE hash IN
      (SELECT hash FROM sessions WHERE expires_at_ms <= ${nowMs} ${unlockedRows})`.execute(db);
  },
});

/** Accounts at other providers with which people can sign in. */
export const identities = (db: Kysely<Schema>) => ({
  async findUserId({ provider, subject }: Identity) {
    const row = await db
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id ?? null;
  },
  /** Oldest first. */
  async listOfUser(userId: string): Promise<ConnectedIdentity[]> {
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
  async insert({ provider, subject }: Identity, userId: string, nowMs: number) {
    await db
      .insertInto('identities')
      .values({ provider, subject, user_id: userId, created_at_ms: nowMs })
      .execute();
  },
  async delete({ provider, subject }: Identity) {
    await db
      .deleteFrom('identities')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .execute();
  },
});

/** Counters of sign-in attempts, by account, network or known browser. */
export const signInAttempts = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>) => ({
  async find(subject: string): Promise<Attempts | null> {
    const row = await db
      .selectFrom('sign_in_attempts')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row === undefined ? null : { attempts: row.attempts, windowStartMs: row.window_start_ms };
  },
  async put(subject: string, { attempts, windowStartMs }: Attempts) {
    await db
      .insertInto('sign_in_attempts')
      .values({ subject, attempts, window_start_ms: windowStartMs })
      .onConflict((on) => on.column('subject').doUpdateSet({ attempts, window_start_ms: windowStartMs }))
      .execute();
  },
  async delete(subject: string) {
    await db.deleteFrom('sign_in_attempts').where('subject', '=', subject).execute();
  },
  /** Deletes windows that began before a time; those of a day, a day later. */
  async deleteBefore(windowStartMs: number) {
    await sql`DELETE FROM sign_in_attempts WHERE subject IN
      (SELECT subject FROM sign_in_attempts WHERE window_start_ms < ${windowStartMs}
        AND (subject NOT LIKE ${`${DAILY}%`} OR window_start_ms < ${windowStartMs - DAY_MS}) ${unlockedRows})`.execute(
      db,
    );
  },
});

/** One-time tokens for creating the first admin, of which only hashes are stored. */
export const setupTokens = (db: Kysely<Schema>) => ({
  async insert(hash: string, nowMs: number) {
    await db.insertInto('setup_tokens').values({ hash, created_at_ms: nowMs }).execute();
  },
  async exists(hash: string) {
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

/** Links for invited people and for new passwords, by the hash of their token. */
export const accessLinks = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>) => ({
  async find(hash: string) {
    const row = await db.selectFrom('access_links').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toLink(row);
  },
  /** The newest `max` unexpired invitations, newest first. */
  async listInvitations(nowMs: number, max: number) {
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
  /** The invitation of an address that was not used, also if it has expired. */
  async findInvitation(email: string) {
    const invited = db.selectFrom('access_links').selectAll().where('kind', '=', 'invite');
    const row = await invited.where('email', '=', email).executeTakeFirst();
    return row === undefined ? null : toLink(row);
  },
  async insert({ userId, createdAtMs, expiresAtMs, ...link }: AccessLink) {
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
  /** Deletes the links for an address, of one issuer or all. */
  async deleteOfAddress(kind: LinkKind, email: string, issuer?: string) {
    const ofAddress = db.deleteFrom('access_links').where('kind', '=', kind).where('email', '=', email);
    await (issuer === undefined ? ofAddress : ofAddress.where('issuer', '=', issuer)).execute();
  },
  /** Deletes the links for a person, of one kind or all; returns how many. */
  async deleteOfUser(userId: string, kind?: LinkKind) {
    const ofUser = db.deleteFrom('access_links').where('user_id', '=', userId);
    const chosen = kind === undefined ? ofUser : ofUser.where('kind', '=', kind);
    return Number((await chosen.executeTakeFirstOrThrow()).numDeletedRows);
  },
  async deleteIssuedBy(userId: string) {
    await db.deleteFrom('access_links').where('issuer', '=', userId).execute();
  },
  async deleteExpired(nowMs: number) {
    await sql`DELETE FROM access_links WHERE hash IN
      (SELECT hash FROM access_links WHERE expires_at_ms <= ${nowMs} ${unlockedRows})`.execute(db);
  },
});
