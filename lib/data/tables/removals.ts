import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Removal, RemovalKind } from '@/lib/domain/bots/removal';
import type { Schema } from '../schema';

/** A column that tells the rows of one bot apart. */
type Table = { readonly name: keyof Schema; readonly key: string; readonly isUnique: boolean };
/** `key` is the primary key. */
const unique = (name: keyof Schema, key = 'id'): Table => ({ name, key, isUnique: true });
const ofOneBot = (name: keyof Schema, key: string): Table => ({ name, key, isUnique: false });

/** The tables whose rows belong to one bot. Sources come last: what recognizes repeats of their votes is found by them. */
const OF_BOT: readonly Table[] = [
  unique('api_keys', 'hash'),
  unique('mails'),
  ofOneBot('alert_settings', 'user_id'),
  ofOneBot('plan_requests', 'bot_id'),
  ofOneBot('bot_people', 'user_id'),
  ofOneBot('read_events', 'event_id'),
  ofOneBot('bot_invitations', 'email'),
  ofOneBot('refusals', 'id'),
  ofOneBot('marks', 'id'),
  ofOneBot('pauses', 'from_ms'),
  ofOneBot('usage_parts', 'started_at_ms'),
  unique('votes'),
  unique('events'),
  ofOneBot('vote_counts', 'bot_id'),
  ofOneBot('vote_days', 'day'),
  unique('vote_deliveries'),
  ofOneBot('vote_refusals', 'hour_ms'),
  unique('vote_sources'),
];

/** Deleted by `history.prune`. */
const HISTORY = ['reports', 'report_hours'] as const;

type Key = string | number;
/** On a cluster a statement has to name the bot. */
type On = { readonly db: Kysely<Schema>; readonly isSpread: boolean };

/**
 * Selected first, because PostgreSQL would join the table with itself and read all of it for each batch. A unique key alone
 * finds them: SQLite takes an index by bot for the better one, and reads all rows of the bot for each batch.
 */
async function deleteSome(
  { db, isSpread }: On,
  { name, key, isUnique }: Table,
  botId: string,
  max: number,
): Promise<number> {
  const [table, column] = [sql.table(name), sql.ref(key)];
  const { rows } = await sql<{
    key: Key;
  }>`SELECT ${column} AS key FROM ${table} WHERE bot_id = ${botId} LIMIT ${max}`.execute(db);
  if (rows.length === 0) return 0;
  const keys = sql.join([...new Set(rows.map(({ key }) => key))]);
  const ofBot = isUnique && !isSpread ? sql`` : sql`bot_id = ${botId} AND`;
  const deleted = await sql`DELETE FROM ${table} WHERE ${ofBot} ${column} IN (${keys})`.execute(db);
  return Number(deleted.numAffectedRows);
}

async function deleteDeliveries(db: Kysely<Schema>, webhookIds: readonly string[], max: number) {
  if (webhookIds.length === 0) return 0;
  const of = db.selectFrom('deliveries').select('event_id').where('endpoint_id', 'in', webhookIds);
  const ids = (await of.limit(max).execute()).map(({ event_id }) => event_id);
  if (ids.length === 0) return 0;
  const some = db.deleteFrom('deliveries').where('endpoint_id', 'in', webhookIds);
  return Number((await some.where('event_id', 'in', ids).executeTakeFirst()).numDeletedRows);
}

async function deleteRepeats(db: Kysely<Schema>, botId: string, max: number): Promise<number> {
  const sources = await db.selectFrom('vote_sources').select('id').where('bot_id', '=', botId).execute();
  if (sources.length === 0) return 0;
  const ids = sources.map(({ id }) => id);
  const some = db.selectFrom('vote_repeats').select('hash').where('source_id', 'in', ids).limit(max);
  const hashes = (await some.execute()).map(({ hash }) => hash);
  if (hashes.length === 0) return 0;
  const all = db.deleteFrom('vote_repeats').where('source_id', 'in', ids).where('hash', 'in', hashes);
  return Number((await all.executeTakeFirst()).numDeletedRows);
}

/** In place of a user in the row of their removal. */
export const voterHash = (botId: string, userId: string) =>
  createHash('sha256').update(`${botId} ${userId}`).digest('hex');

/** Whether a vote is removed: its row is still there, and no read may find it. */
export type IsRemoved = (vote: { readonly userId: string; readonly storedAtMs: number }) => boolean;

/** The votes of a bot that are removed; `null` if there are none, which is nearly always so. */
export async function removedVotes(db: Kysely<Schema>, botId: string): Promise<IsRemoved | null> {
  const rows = await db
    .selectFrom('removals')
    .select(['subject', 'until_ms'])
    .where('bot_id', '=', botId)
    .where('kind', '=', 'voter')
    .execute();
  if (rows.length === 0) return null;
  const untilMs = new Map(rows.map((row) => [row.subject, row.until_ms]));
  return ({ userId, storedAtMs }) => storedAtMs <= (untilMs.get(voterHash(botId, userId)) ?? -1);
}

/** Until when the votes of a user are removed, as SQL; -1 if they are not. */
export const removedUntilMs = (botId: string, userId: string) => sql<number>`coalesce((SELECT until_ms
  FROM removals WHERE bot_id = ${botId} AND kind = 'voter' AND subject = ${voterHash(botId, userId)}), -1)`;

/** Rows that are deleted in batches. Its writes need the bot's lock. */
export const removals = (db: Kysely<Schema>, isSpread = false) => {
  const add = (row: Schema['removals']) =>
    db
      .insertInto('removals')
      .values(row)
      .onConflict((on) =>
        on.columns(['bot_id', 'kind', 'subject']).doUpdateSet({ until_ms: row.until_ms, sealed: row.sealed }),
      )
      .execute();
  return {
    /** Up to `max` removals after `after`, in the order of bot, kind and subject. */
    async list(after: Removal | null, max: number) {
      const place = after && sql`(${after.botId}, ${after.kind}, ${after.subject})`;
      const rows = await db
        .selectFrom('removals')
        .selectAll()
        .$if(place !== null, (all) => all.where(sql<boolean>`(bot_id, kind, subject) > ${place}`))
        .orderBy('bot_id')
        .orderBy('kind')
        .orderBy('subject')
        .limit(max)
        .execute();
      return rows.map(
        ({ bot_id, kind, subject, sealed, until_ms }): Removal => ({
          botId: bot_id,
          kind,
          subject,
          sealed,
          untilMs: until_ms,
        }),
      );
    },
    /** Whether a bot has removals of a kind, or the one of a subject. */
    async has(botId: string, kind: RemovalKind, subject?: string) {
      const some = db
        .selectFrom('removals')
        .select('kind')
        .where('bot_id', '=', botId)
        .where('kind', '=', kind)
        .$if(subject !== undefined, (all) => all.where('subject', '=', subject ?? ''));
      return (await some.limit(1).execute()).length > 0;
    },
    async addBot(botId: string, untilMs: number) {
      await add({ bot_id: botId, kind: 'bot', subject: '', sealed: null, until_ms: untilMs });
    },
    async addWebhook(botId: string, webhookId: string, untilMs: number) {
      await add({ bot_id: botId, kind: 'webhook', subject: webhookId, sealed: null, until_ms: untilMs });
    },
    /** Removes what is stored of a user's votes until `untilMs`. */
    async addVoter(botId: string, userId: string, sealed: string, untilMs: number) {
      const subject = voterHash(botId, userId);
      await add({ bot_id: botId, kind: 'voter', subject, sealed, until_ms: untilMs });
    },
    /** Whether anything is left of a bot that is not registered. */
    async hasRows(botId: string) {
      for (const table of ['removals', ...OF_BOT.map(({ name }) => name), ...HISTORY] as const) {
        const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE bot_id = ${botId} LIMIT 1`.execute(
          db,
        );
        if (rows.length > 0) return true;
      }
      return false;
    },
    /** Deletes some `max` rows of a bot, all but its history and its removals; returns how many. */
    async deleteOfBot(botId: string, max: number) {
      const webhooks = db.selectFrom('removals').select('subject').where('bot_id', '=', botId);
      const ids = (await webhooks.where('kind', '=', 'webhook').execute()).map(({ subject }) => subject);
      let deleted = await deleteDeliveries(db, ids, max);
      deleted += await deleteRepeats(db, botId, max);
      for (const table of OF_BOT) {
        if (deleted >= max) break;
        deleted += await deleteSome({ db, isSpread }, table, botId, max - deleted);
      }
      return deleted;
    },
    /** Deletes up to `max` deliveries to a webhook; returns how many. */
    deleteOfWebhook: (webhookId: string, max: number) => deleteDeliveries(db, [webhookId], max),
    /** Ends a removal, unless it was extended meanwhile. The end of a bot's removal ends those of its webhooks and voters. */
    async end({ botId, kind, subject, untilMs }: Removal) {
      const ofBot = db.deleteFrom('removals').where('bot_id', '=', botId);
      // Those of its webhooks and voters have no rows any more.
      if (kind === 'bot') await ofBot.where('kind', '<>', 'bot').execute();
      await ofBot
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('until_ms', '=', untilMs)
        .execute();
    },
  };
};
