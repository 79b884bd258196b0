import { type Kysely, sql } from 'kysely';
import { DELIVERIES_LOGGED, type Vote, voteDayOf } from '@/lib/domain/votes/vote';
import type { RefusedSignatures, Votes } from '@/lib/ports/votes';
import type { Schema } from '../schema';
import { byBytes, inChunks } from './paging';
import { type IsRemoved, removedUntilMs, removedVotes } from './removals';
import { toSource, toVote, voteReads } from './vote-reads';

const toRow = (vote: Vote) => ({
  id: vote.id,
  bot_id: vote.botId,
  source_id: vote.sourceId,
  user_id: vote.userId,
  username: vote.username,
  weight: vote.weight,
  voted_at_ms: vote.votedAtMs,
  expires_at_ms: vote.expiresAtMs,
  stored_at_ms: vote.storedAtMs,
});

type DayRow = Schema['vote_days'];

/** One row for each bot, day and source, in the order of the key, so that no two writes wait for each other. */
function dayRows(votes: readonly Vote[]): DayRow[] {
  const rows = new Map<string, DayRow>();
  for (const vote of votes) {
    const day = voteDayOf(vote);
    const key = `${vote.botId} ${day} ${vote.sourceId}`;
    const before = rows.get(key);
    rows.set(key, {
      bot_id: vote.botId,
      day,
      source_id: vote.sourceId,
      votes: (before?.votes ?? 0) + vote.weight,
      last_at_ms: Math.max(before?.last_at_ms ?? vote.votedAtMs, vote.votedAtMs),
    });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const later = (table: string, column: string) =>
  sql<number>`CASE WHEN excluded.${sql.ref(column)} > ${sql.ref(`${table}.${column}`)}
    THEN excluded.${sql.ref(column)} ELSE ${sql.ref(`${table}.${column}`)} END`;
const added = (table: string, column: string) =>
  sql<number>`${sql.ref(`${table}.${column}`)} + excluded.${sql.ref(column)}`;

export const votes = (db: Kysely<Schema>, slowReads: Kysely<Schema>, isSpread = false): Votes => ({
  ...voteReads(slowReads),
  async findSource(id) {
    const row = await db
      .selectFrom('vote_sources')
      .selectAll()
      .where('id', '=', id)
      // Those of a bot that is being deleted are gone.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('removals')
              .select('removals.kind')
              .whereRef('removals.bot_id', '=', 'vote_sources.bot_id')
              .where('removals.kind', '=', 'bot'),
          ),
        ),
      )
      .executeTakeFirst();
    return row === undefined ? null : { ...toSource(row), sealedSecret: row.secret };
  },
  async insertSource(source) {
    await db
      .insertInto('vote_sources')
      .values({
        id: source.id,
        bot_id: source.botId,
        kind: source.kind,
        name: source.name,
        secret: source.sealedSecret,
        is_signed: source.isSigned ? 1 : 0,
        created_at_ms: source.createdAtMs,
        paused_at_ms: source.pausedAtMs,
        deleted_at_ms: source.deletedAtMs,
      })
      .execute();
  },
  async updateSource(id, { pausedAtMs, deletedAtMs, sealedSecret }) {
    await db
      .updateTable('vote_sources')
      .set({ paused_at_ms: pausedAtMs, deleted_at_ms: deletedAtMs, secret: sealedSecret })
      .where('id', '=', id)
      .execute();
  },
  async pauseSources(botId, nowMs) {
    await db
      .updateTable('vote_sources')
      .set({ paused_at_ms: nowMs })
      .where('bot_id', '=', botId)
      .where('paused_at_ms', 'is', null)
      .where('deleted_at_ms', 'is', null)
      .execute();
  },
  async remember(repeats, nowMs) {
    if (repeats.length === 0) return new Set();
    const rows = repeats
      .map(({ sourceId, hash, untilMs }) => ({ source_id: sourceId, hash, until_ms: untilMs }))
      .sort((a, b) => (`${a.source_id} ${a.hash}` < `${b.source_id} ${b.hash}` ? -1 : 1));
    const fresh = await db
      .insertInto('vote_repeats')
      .values(rows)
      .onConflict((on) =>
        on
          .columns(['source_id', 'hash'])
          .doUpdateSet(({ ref }) => ({ until_ms: ref('excluded.until_ms') }))
          .where('vote_repeats.until_ms', '<=', nowMs),
      )
      .returning(['source_id', 'hash'])
      .execute();
    return new Set(fresh.map(({ source_id, hash }) => `${source_id} ${hash}`));
  },
  async insert(all) {
    if (all.length === 0) return;
    await db.insertInto('votes').values(all.map(toRow)).execute();
    await db
      .insertInto('vote_days')
      .values(dayRows(all))
      .onConflict((on) =>
        on.columns(['bot_id', 'day', 'source_id']).doUpdateSet({
          votes: added('vote_days', 'votes'),
          last_at_ms: later('vote_days', 'last_at_ms'),
        }),
      )
      .execute();
  },
  async listByIds(ids) {
    const found = await inChunks(ids, async (some) =>
      (await db.selectFrom('votes').selectAll().where('id', 'in', some).execute()).map(toVote),
    );
    const removed = new Map<string, IsRemoved | null>();
    for (const botId of new Set(found.map((vote) => vote.botId)))
      removed.set(botId, await removedVotes(db, botId));
    return found.filter((vote) => !removed.get(vote.botId)?.(vote));
  },
  async countOfUser(botId, userId, max) {
    const some = db
      .selectFrom('votes')
      .select('id')
      .where('bot_id', '=', botId)
      .where('user_id', '=', userId)
      .where('stored_at_ms', '>', removedUntilMs(botId, userId))
      .limit(max);
    return (await some.execute()).length;
  },
  async listOfUser(botId, userId, untilMs, max) {
    return db
      .selectFrom('votes')
      .select(['id', 'bot_id as botId'])
      .where('bot_id', '=', botId)
      .where('user_id', '=', userId)
      .where('stored_at_ms', '<=', untilMs)
      .limit(max)
      .execute();
  },
  async listBefore(beforeMs, max, except) {
    return db
      .selectFrom('votes')
      .select(['id', 'bot_id as botId'])
      .where('voted_at_ms', '<=', beforeMs)
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .orderBy('voted_at_ms')
      .limit(max)
      .execute();
  },
  async delete(all) {
    if (all.length === 0) return;
    const ids = all.map(({ id }) => id);
    const botIds = [...new Set(all.map(({ botId }) => botId))];
    // By id alone: SQLite takes an index by bot for the better one, and reads all rows of the bot. On a cluster by bot, too.
    const some = (table: 'events' | 'votes', ids: readonly string[]) =>
      db
        .deleteFrom(table)
        .where('id', 'in', ids)
        .$if(isSpread, (all) => all.where('bot_id', 'in', botIds))
        .execute();
    // Statement by statement: PostgreSQL would join tables whose statistics are old by reading all of them.
    const events = await db
      .selectFrom('events')
      .select('id')
      .where('bot_id', 'in', botIds)
      .where('type', '=', 'vote.created')
      .where('period', 'in', ids)
      .execute();
    if (events.length > 0) {
      const ofVotes = events.map(({ id }) => id);
      const all = db.selectFrom('webhook_endpoints').select('id').where('bot_id', 'in', botIds);
      const webhooks = (await all.execute()).map(({ id }) => id);
      if (webhooks.length > 0) {
        const sent = db.deleteFrom('deliveries').where('endpoint_id', 'in', webhooks);
        await sent.where('event_id', 'in', ofVotes).execute();
      }
      await some('events', ofVotes);
    }
    await some('votes', ids);
  },
  async log(all) {
    if (all.length === 0) return;
    const rows = all.map(({ id, botId, sourceId, atMs, ...rest }) => ({
      id,
      bot_id: botId,
      source_id: sourceId,
      at_ms: atMs,
      ...rest,
    }));
    await db.insertInto('vote_deliveries').values(rows).execute();
    for (const sourceId of new Set(all.map((each) => each.sourceId))) {
      const kept = db
        .selectFrom('vote_deliveries')
        .select('id')
        .where('source_id', '=', sourceId)
        .orderBy('at_ms', 'desc')
        .orderBy(byBytes('id'), 'desc')
        .limit(DELIVERIES_LOGGED);
      await db
        .deleteFrom('vote_deliveries')
        .where('source_id', '=', sourceId)
        .where('id', 'not in', kept)
        .execute();
    }
  },
  async listDeliveries(sourceId) {
    const rows = await db
      .selectFrom('vote_deliveries')
      .selectAll()
      .where('source_id', '=', sourceId)
      .orderBy('at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .limit(DELIVERIES_LOGGED)
      .execute();
    return rows.map(({ bot_id, source_id, at_ms, ...rest }) => ({
      ...rest,
      botId: bot_id,
      sourceId: source_id,
      atMs: at_ms,
    }));
  },
  async addRefused(all) {
    if (all.length === 0) return;
    const rows = all
      .map(({ sourceId, botId, hourMs, count, lastAtMs }) => ({
        source_id: sourceId,
        hour_ms: hourMs,
        bot_id: botId,
        count,
        last_at_ms: lastAtMs,
      }))
      .sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
    await db
      .insertInto('vote_refusals')
      .values(rows)
      .onConflict((on) =>
        on.columns(['source_id', 'hour_ms']).doUpdateSet({
          count: added('vote_refusals', 'count'),
          last_at_ms: later('vote_refusals', 'last_at_ms'),
        }),
      )
      .execute();
  },
  async listRefused(sourceId, sinceMs) {
    const rows = await db
      .selectFrom('vote_refusals')
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('hour_ms', '>=', sinceMs)
      .orderBy('hour_ms', 'desc')
      .execute();
    return rows.map(
      (row): RefusedSignatures => ({
        sourceId: row.source_id,
        botId: row.bot_id,
        hourMs: row.hour_ms,
        count: row.count,
        lastAtMs: row.last_at_ms,
      }),
    );
  },
  async prune(nowMs, refusedBeforeMs, max) {
    const ended = await sql`DELETE FROM vote_repeats WHERE (source_id, hash) IN (
      SELECT source_id, hash FROM vote_repeats WHERE until_ms <= ${nowMs} ORDER BY until_ms LIMIT ${max})`.execute(
      db,
    );
    const old = await sql`DELETE FROM vote_refusals WHERE (source_id, hour_ms) IN (
      SELECT source_id, hour_ms FROM vote_refusals WHERE hour_ms < ${refusedBeforeMs} ORDER BY hour_ms LIMIT ${max})`.execute(
      db,
    );
    return Number(ended.numAffectedRows ?? 0) + Number(old.numAffectedRows ?? 0);
  },
});
