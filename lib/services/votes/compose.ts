import type { BotEvent } from '@/lib/domain/alerts/event';
import { isoTime } from '@/lib/domain/text/time';
import { VOTES_KEPT_MS } from '@/lib/domain/votes/vote';
import type { Tables } from '@/lib/ports/ports';

/** Events as they are sent: those of votes with what the votes' rows say, and without those whose vote is no longer kept. */
export async function composed(
  { votes }: Pick<Tables, 'votes'>,
  events: readonly BotEvent[],
  nowMs: number,
): Promise<BotEvent[]> {
  const ids = events.flatMap((event) => (event.type === 'vote.created' ? [event.data.voteId] : []));
  if (ids.length === 0) return [...events];
  const kept = (await votes.listByIds(ids)).filter(({ votedAtMs }) => votedAtMs > nowMs - VOTES_KEPT_MS);
  const byId = new Map(kept.map((vote) => [vote.id, vote]));
  const sources = new Map<string, Awaited<ReturnType<typeof votes.findSource>>>();
  for (const id of new Set(kept.map(({ sourceId }) => sourceId))) sources.set(id, await votes.findSource(id));
  return events.flatMap((event): BotEvent[] => {
    if (event.type !== 'vote.created') return [event];
    const vote = byId.get(event.data.voteId);
    const source = sources.get(vote?.sourceId ?? '');
    if (vote === undefined || !source) return [];
    const { userId, username, weight, votedAtMs, expiresAtMs } = vote;
    const { botId, botName, voteId } = event.data;
    const ofVote = { userId, username, source: source.name, kind: source.kind, weight };
    const times = { votedAt: isoTime(votedAtMs), expiresAt: isoTime(expiresAtMs) };
    return [{ ...event, data: { botId, botName, voteId, ...ofVote, ...times } }];
  });
}
