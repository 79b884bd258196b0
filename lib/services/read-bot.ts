import type { Account } from '@/lib/domain/account';
import { type Range, seriesWindow } from '@/lib/domain/history';
import type { Principal } from '@/lib/domain/principal';
import { type UsageRecord, usageRecord } from '@/lib/domain/usage-record';
import { findBot } from './find-bot';
import type { Ports, SeriesPoint } from './ports';
import { done, notFound, type Result } from './result';

/** What a bot's page shows. Reading it is never counted (contract rule 2). */
export type BotView = {
  readonly nowMs: number;
  readonly isDisabled: boolean;
  readonly usage: UsageRecord;
  readonly lastReport: Account['lastReport'];
  readonly registeredAtMs: number;
  readonly range: Range;
  readonly bucketMs: number;
  readonly fromMs: number;
  readonly series: readonly SeriesPoint[];
};

/** A bot that `who` may manage, with its reports of `range`. A foreign and an unknown bot give the same refusal. */
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
    registeredAtMs: account.registeredAtMs,
    range,
    ...window,
    series,
  });
}
