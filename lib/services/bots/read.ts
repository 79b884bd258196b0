import type { BotView } from '@/lib/contract/bot-view';
import type { Caller } from '@/lib/domain/caller';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { reportWindow } from '@/lib/domain/interval';
import { quotaOf } from '@/lib/domain/quota';
import { reportAvailability } from '@/lib/domain/report-availability';
import { usageRecord } from '@/lib/domain/usage-record';
import type { Ports } from '@/lib/ports/ports';
import { done, notFound, type Result } from '../result';
import { findBot } from './find';

/**
 * A bot that `who` may manage, with its reports of `range`. Never counted as a call (contract rule 2). Another
 * owner's bot and an unknown bot get the same refusal.
 */
export async function readBot(
  { store, directory }: Ports,
  who: Caller,
  botId: string,
  range: Range,
): Promise<Result<BotView>> {
  const found = await directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const snapshot = await store.find({ botId });
  if (snapshot === null) return notFound('There is no such bot.', 'id');
  const { account, nowMs } = snapshot;
  const window = seriesWindow(range, account.plan, nowMs);
  const series = await directory.read(({ bots }) => bots.series({ botId, untilMs: nowMs + 1, ...window }));
  return done({
    nowMs,
    isDisabled: account.isDisabled,
    usage: usageRecord(account, nowMs),
    lastReport: account.lastReport,
    resetAtMs: quotaOf(account).resetAtMs,
    nextAllowedAtMs: reportWindow(account, nowMs).nextAllowedAtMs,
    availability: reportAvailability(account, nowMs),
    range,
    ...window,
    series,
  });
}
