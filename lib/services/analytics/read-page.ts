import type { AnalyticsView } from '@/lib/contract/analytics-view';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, notFound, type Result } from '../result';
import { analyticsOf } from './read';

/** The analytics of a bot that `who` may manage. Never counted as a call (contract rule 2). */
export async function readAnalyticsPage(
  { store, directory }: Ports,
  who: Caller,
  botId: string,
): Promise<Result<AnalyticsView>> {
  const found = await directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const snapshot = await store.find({ botId });
  if (snapshot === null) return notFound('There is no such bot.', 'id');
  const { account, nowMs } = snapshot;
  const analytics = await directory.read((tables) => analyticsOf(tables, account, nowMs));
  return done({ nowMs, bot: { id: botId, name: account.name }, plan: account.plan, analytics });
}
