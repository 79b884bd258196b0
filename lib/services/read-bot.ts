import type { BotView } from '@/lib/contract/bot-view';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { reportWindow } from '@/lib/domain/interval';
import type { Principal } from '@/lib/domain/principal';
import { quotaOf } from '@/lib/domain/quota';
import { usageRecord } from '@/lib/domain/usage-record';
import { findBot } from './find-bot';
import type { Ports } from './ports';
import { done, notFound, type Result } from './result';

/** A bot that `who` may manage, with its reports of `range`; never counted (contract rule 2). A foreign and an unknown bot give the same refusal. */
export async function readBot(
  { store, directory }: Ports,
  who: Principal,
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
    range,
    ...window,
    series,
  });
}
