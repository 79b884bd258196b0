import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AccessLink } from '@/lib/domain/access-link';
import type { AccessLinks } from '@/lib/ports/people';
import type { Schema } from '../schema';
import { byBytes } from './paging';

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
  async isInvited(email) {
    const invited = db.selectFrom('access_links').select('hash').where('kind', '=', 'invite');
    return (await invited.where('email', '=', email).execute()).length > 0;
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
