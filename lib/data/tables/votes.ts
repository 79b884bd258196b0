import { type Kysely, sql } from 'kysely';
import { type StoredVoteSource, type Vote, voteDayOf } from '@/lib/domain/votes/vote';
import type { Schema } from '../schema';
import { inChunks } from './paging';
import { type IsRemoved, removedUntilMs, removedVotes } from './removals';
import { added, later, voteLogs } from './vote-logs';
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

/** What identifies a vote, so that its repeats are recognized. */
type StoredRepeat = { readonly sourceId: string; readonly hash: string; readonly untilMs: number };

type SourceChange = Partial<
  Pick<
    StoredVoteSource,
    'pausedAtMs' | 'deletedAtMs' | 'sealedSecret' | 'sealedFormerSecret' | 'formerUntilMs'
  >
>;

/**
 * Votes with all that belongs to them (contract section 10). Its writes need the bot's lock, shared where votes are
 * added.
 */
export const votes = (db: Kysely<Schema>, slowReads: Kysely<Schema>, isSpread = false) => ({
  ...voteReads(slowReads),
  ...voteLogs(db),
  async findSource(id: string): Promise<StoredVoteSource | null> {
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
    return row === undefined
      ? null
      : {
          ...toSource(row),
          sealedSecret: row.secret,
          sealedFormerSecret: row.former_secret,
          formerUntilMs: row.former_until_ms,
        };
  },
  async insertSource(source: StoredVoteSource) {
    await db
      .insertInto('vote_sources')
      .values({
        id: source.id,
        bot_id: source.botId,
        kind: source.kind,
        name: source.name,
        secret: source.sealedSecret,
        former_secret: source.sealedFormerSecret,
        former_until_ms: source.formerUntilMs,
        created_at_ms: source.createdAtMs,
        paused_at_ms: source.pausedAtMs,
        deleted_at_ms: source.deletedAtMs,
      })
      .execute();
  },
  async updateSource(id: string, change: SourceChange) {
    await db
      .updateTable('vote_sources')
      .set({
        paused_at_ms: change.pausedAtMs,
        deleted_at_ms: change.deletedAtMs,
        secret: change.sealedSecret,
        former_secret: change.sealedFormerSecret,
        former_until_ms: change.formerUntilMs,
      })
      .where('id', '=', id)
      .execute();
  },
  /** Pauses all sources of a bot that are not deleted; their secrets become those of a former owner. */
  async endSecrets(botId: string, nowMs: number) {
    await db
      .updateTable('vote_sources')
      .set(({ ref, fn, val }) => ({
        paused_at_ms: fn.coalesce('paused_at_ms', val(nowMs)),
        former_secret: ref('secret'),
        former_until_ms: null,
        secret: '',
      }))
      .where('bot_id', '=', botId)
      .where('secret', '<>', '')
      .where('deleted_at_ms', 'is', null)
      .execute();
  },
  /** Adds to how many votes of bots were stored on a UTC day, and holds the counts until the commit; returns them. */
  async countStored(all: ReadonlyMap<string, number>, day: number): Promise<ReadonlyMap<string, number>> {
    const rows = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
    if (rows.length === 0) return new Map();
    const counted = await db
      .insertInto('vote_counts')
      .values(rows.map(([botId, votes]) => ({ bot_id: botId, day, votes })))
      .onConflict((on) =>
        on.column('bot_id').doUpdateSet({
          day,
          votes: sql<number>`excluded.votes + CASE WHEN vote_counts.day = excluded.day THEN vote_counts.votes ELSE 0 END`,
        }),
      )
      .returning(['bot_id', 'votes'])
      .execute();
    return new Map(counted.map(({ bot_id, votes }) => [bot_id, Number(votes)]));
  },
  /** Remembers what is not remembered at `nowMs` yet; returns the hashes by source that are new: `source hash`. */
  async remember(repeats: readonly StoredRepeat[], nowMs: number): Promise<ReadonlySet<string>> {
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
  /** Stores votes, and counts them on their days. */
  async insert(all: readonly Vote[]) {
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
  /** In any order, without unknown ones. */
  async listByIds(ids: readonly string[]) {
    const found = await inChunks(ids, async (some) =>
      (await db.selectFrom('votes').selectAll().where('id', 'in', some).execute()).map(toVote),
    );
    const removed = new Map<string, IsRemoved | null>();
    for (const botId of new Set(found.map((vote) => vote.botId)))
      removed.set(botId, await removedVotes(db, botId));
    return found.filter((vote) => !removed.get(vote.botId)?.(vote));
  },
  /** How many votes of a user are stored and not removed, up to `max`. */
  async countOfUser(botId: string, userId: string, max: number) {
    const some = db
      .selectFrom('votes')
      .select('id')
      .where('bot_id', '=', botId)
      .where('user_id', '=', userId)
      .where('stored_at_ms', '>', removedUntilMs(botId, userId))
      .limit(max);
    return (await some.execute()).length;
  },
  /** Up to `max` votes of a user that were stored until `untilMs`, removed ones too. */
  async listOfUser(botId: string, userId: string, untilMs: number, max: number) {
    return db
      .selectFrom('votes')
      .select(['id', 'bot_id as botId'])
      .where('bot_id', '=', botId)
      .where('user_id', '=', userId)
      .where('stored_at_ms', '<=', untilMs)
      .limit(max)
      .execute();
  },
  /** Up to `max` votes given until `beforeMs`, the oldest first. */
  async listBefore(beforeMs: number, max: number, except: readonly string[]) {
    return db
      .selectFrom('votes')
      .select(['id', 'bot_id as botId'])
      .where('voted_at_ms', '<=', beforeMs)
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .orderBy('voted_at_ms')
      .limit(max)
      .execute();
  },
  /** Deletes votes, their events and what was sent about them; their counts stay. */
  async delete(all: readonly Pick<Vote, 'id' | 'botId'>[]) {
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
  /**
   * Deletes up to `max` of what has ended: repeats until `nowMs`, refused signatures before `refusedBeforeMs`; returns
   * how many.
   */
  async prune(nowMs: number, refusedBeforeMs: number, max: number) {
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
