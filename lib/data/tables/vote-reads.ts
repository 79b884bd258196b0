import { type Kysely, type Selectable, sql } from 'kysely';
import { withinCalendar } from '@/lib/domain/text/time';
import type { DayVotes } from '@/lib/domain/votes/totals';
import { expiryOf, type Vote, type VoteCursor, type VoteSource } from '@/lib/domain/votes/vote';
import type { Schema } from '../schema';
import { byBytes } from './paging';
import { removedUntilMs, removedVotes } from './removals';

export const toVote = (row: Selectable<Schema['votes']>): Vote => ({
  id: row.id,
  botId: row.bot_id,
  sourceId: row.source_id,
  userId: row.user_id,
  username: row.username,
  weight: row.weight,
  votedAtMs: withinCalendar(row.voted_at_ms),
  expiresAtMs: expiryOf(withinCalendar(row.voted_at_ms), row.expires_at_ms),
  storedAtMs: withinCalendar(row.stored_at_ms),
});

export const toSource = (row: Selectable<Schema['vote_sources']>): VoteSource => ({
  id: row.id,
  botId: row.bot_id,
  kind: row.kind,
  name: row.name,
  createdAtMs: withinCalendar(row.created_at_ms),
  pausedAtMs: row.paused_at_ms,
  deletedAtMs: row.deleted_at_ms,
  mustRotate: row.secret === '' && row.deleted_at_ms === null,
});

/** Up to as many as were asked for; fewer too while votes among them are being deleted. `next` is `null` at the end. */
type RecentVotes = { readonly votes: readonly Vote[]; readonly next: VoteCursor | null };

const votesOf = sql<number>`sum(votes)`;

/** Of votes that are being deleted a page passes over so many, and its rest is on the next one. */
const LOOKED_AT_MAX = 1_000;

/** Reads over the votes of one bot, without those of users who are removed. */
export const voteReads = (db: Kysely<Schema>) => ({
  /** Deleted ones too, the oldest first. */
  async sources(botId: string) {
    const rows = await db
      .selectFrom('vote_sources')
      .selectAll()
      .where('bot_id', '=', botId)
      .orderBy('created_at_ms')
      .orderBy(byBytes('id'))
      .execute();
    return rows.map(toSource);
  },
  /** The sum of weights by source, without those that have brought no vote. */
  async totals(botId: string) {
    const rows = await db
      .selectFrom('vote_days')
      .select(({ fn }) => ['source_id', votesOf.as('total'), fn.max('last_at_ms').as('last_at_ms')])
      .where('bot_id', '=', botId)
      .groupBy('source_id')
      .execute();
    return rows.map((row) => ({
      sourceId: row.source_id,
      total: Number(row.total),
      lastVoteAtMs: withinCalendar(Number(row.last_at_ms)),
    }));
  },
  /** Weighted votes by UTC day from `fromDay` on, the oldest first, without empty days. */
  async days(botId: string, fromDay: number): Promise<DayVotes[]> {
    const rows = await db
      .selectFrom('vote_days')
      .select(['day', votesOf.as('votes')])
      .where('bot_id', '=', botId)
      .where('day', '>=', fromDay)
      .groupBy('day')
      .orderBy('day')
      .execute();
    return rows.map(({ day, votes }) => ({ day, votes: Number(votes) }));
  },
  /** Weighted votes before a day. */
  async totalBefore(botId: string, day: number) {
    const row = await db
      .selectFrom('vote_days')
      .select(sql<number | null>`sum(votes)`.as('votes'))
      .where('bot_id', '=', botId)
      .where('day', '<', day)
      .executeTakeFirst();
    return Number(row?.votes ?? 0);
  },
  /** Votes given after `afterMs`, the newest first, from behind `cursor` on. */
  async recent(botId: string, afterMs: number, cursor: VoteCursor | null, max: number): Promise<RecentVotes> {
    const isRemoved = await removedVotes(db, botId);
    // One more shows whether there are more.
    const lookedAt = isRemoved === null ? max + 1 : LOOKED_AT_MAX;
    const ofBot = db
      .selectFrom('votes')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('voted_at_ms', '>', afterMs)
      .$if(cursor !== null, (all) =>
        all.where(
          sql<boolean>`(voted_at_ms, ${byBytes('id')}) < (${cursor?.votedAtMs ?? 0}, ${cursor?.id ?? ''})`,
        ),
      );
    const rows = await ofBot
      .orderBy('voted_at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .limit(lookedAt)
      .execute();
    const all = rows.map(toVote);
    const left = all.filter((vote) => !isRemoved?.(vote));
    const votes = left.slice(0, max);
    const next = left.length > max ? votes.at(-1) : all.length === lookedAt ? all.at(-1) : undefined;
    return { votes, next: next === undefined ? null : { votedAtMs: next.votedAtMs, id: next.id } };
  },
  /** The vote of a user that is good for longest, of those given after `afterMs`. */
  async longestOf(botId: string, userId: string, afterMs: number) {
    // The index alone answers it, however many removed votes of the user are left.
    const row = await db
      .selectFrom('votes')
      .select(['voted_at_ms', 'expires_at_ms'])
      .where('bot_id', '=', botId)
      .where('user_id', '=', userId)
      .where('voted_at_ms', '>', afterMs)
      .where('stored_at_ms', '>', removedUntilMs(botId, userId))
      .orderBy('expires_at_ms', 'desc')
      .orderBy('voted_at_ms', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return null;
    const votedAtMs = withinCalendar(row.voted_at_ms);
    return { votedAtMs, expiresAtMs: expiryOf(votedAtMs, row.expires_at_ms) };
  },
});
