import type { Kysely, Selectable } from 'kysely';
import type { BotInvitation, BotPerson } from '@/lib/domain/people/bot-people';
import type { Schema } from '../schema';

const toPerson = (row: Selectable<Schema['bot_people']>): BotPerson => ({
  botId: row.bot_id,
  userId: row.user_id,
  role: row.role,
  joinedAtMs: row.joined_at_ms,
});

const toInvitation = (row: Selectable<Schema['bot_invitations']>): BotInvitation => ({
  botId: row.bot_id,
  email: row.email,
  role: row.role,
  issuer: row.issuer,
  createdAtMs: row.created_at_ms,
});

/** People of bots beside their owners, and open invitations to become one. Expired invitations may still be there. */
export const people = (db: Kysely<Schema>) => ({
  async find(botId: string, userId: string) {
    const ofBot = db.selectFrom('bot_people').selectAll().where('bot_id', '=', botId);
    const row = await ofBot.where('user_id', '=', userId).executeTakeFirst();
    return row === undefined ? null : toPerson(row);
  },
  /** The longest first. */
  async listOfBot(botId: string) {
    const ofBot = db.selectFrom('bot_people').selectAll().where('bot_id', '=', botId);
    return (await ofBot.orderBy('joined_at_ms').orderBy('user_id').execute()).map(toPerson);
  },
  /** In any order. */
  async listOfUser(userId: string) {
    const ofUser = db.selectFrom('bot_people').selectAll().where('user_id', '=', userId);
    return (await ofUser.execute()).map(toPerson);
  },
  /** Adds a person, or changes their role. */
  async put({ botId, userId, role, joinedAtMs }: BotPerson) {
    await db
      .insertInto('bot_people')
      .values({ bot_id: botId, user_id: userId, role, joined_at_ms: joinedAtMs })
      .onConflict((on) => on.columns(['bot_id', 'user_id']).doUpdateSet({ role }))
      .execute();
  },
  /** Deletes a person of a bot with their settings for it. */
  async delete(botId: string, userId: string) {
    for (const table of ['bot_people', 'alert_settings', 'read_events'] as const)
      await db.deleteFrom(table).where('bot_id', '=', botId).where('user_id', '=', userId).execute();
  },
  /** Deletes the invitations of a bot and, unless they stay, its people. */
  async deleteOfBot(botId: string, keepsPeople = false) {
    await db.deleteFrom('bot_invitations').where('bot_id', '=', botId).execute();
    if (!keepsPeople) await db.deleteFrom('bot_people').where('bot_id', '=', botId).execute();
  },
  async listInvitations(botId: string) {
    const ofBot = db.selectFrom('bot_invitations').selectAll().where('bot_id', '=', botId);
    return (await ofBot.orderBy('created_at_ms').orderBy('email').execute()).map(toInvitation);
  },
  /** Those of an address, in any order. */
  async listInvitationsTo(email: string) {
    const ofAddress = db.selectFrom('bot_invitations').selectAll().where('email', '=', email);
    return (await ofAddress.execute()).map(toInvitation);
  },
  /** Replaces an earlier one to the same address. */
  async putInvitation({ botId, email, role, issuer, createdAtMs }: BotInvitation) {
    const columns = { role, issuer, created_at_ms: createdAtMs };
    await db
      .insertInto('bot_invitations')
      .values({ bot_id: botId, email, ...columns })
      .onConflict((on) => on.columns(['bot_id', 'email']).doUpdateSet(columns))
      .execute();
  },
  async deleteInvitation(botId: string, email: string) {
    const ofBot = db.deleteFrom('bot_invitations').where('bot_id', '=', botId);
    return (await ofBot.where('email', '=', email).executeTakeFirstOrThrow()).numDeletedRows > 0n;
  },
  /** Withdraws what a person has invited to, all bots. */
  async deleteIssuedBy(issuer: string) {
    await db.deleteFrom('bot_invitations').where('issuer', '=', issuer).execute();
  },
  async deleteInvitationsTo(email: string) {
    await db.deleteFrom('bot_invitations').where('email', '=', email).execute();
  },
});
