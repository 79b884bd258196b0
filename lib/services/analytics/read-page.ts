import type { AnalyticsView } from '@/lib/contract/analytics-view';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { type PageTurn, viewHistory } from '../bots/view-history';
import { done, notFound, type Result } from '../result';
import { analyticsOf } from './read';

/** The analytics of a bot that `who` may manage. Never counted as a call (contract rule 2). */
export async function readAnalyticsPage(
  ports: Ports,
  who: Caller,
  botId: string,
  turn: PageTurn = {},
): Promise<Result<AnalyticsView>> {
  const { store, directory } = ports;
  const found = await directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const snapshot = await store.find({ botId });
  if (snapshot === null) return notFound('There is no such bot.', 'id');
  const { account, nowMs } = snapshot;
  const analytics = await viewHistory(ports, who, turn, (history) =>
    analyticsOf({ history }, account, nowMs),
  );
  return done({ nowMs, bot: { id: botId, name: account.name }, plan: account.plan, analytics });
}
