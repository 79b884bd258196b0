import type { BotView } from '@/lib/contract/bot-view';
import { botState } from '@/lib/domain/bot-state';
import type { Caller } from '@/lib/domain/caller';
import { cycleStartMs } from '@/lib/domain/cycle';
import { forecast, paceOf } from '@/lib/domain/forecast';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { reportWindow } from '@/lib/domain/interval';
import { quotaOf } from '@/lib/domain/quota';
import { reportAvailability } from '@/lib/domain/report-availability';
import { usageRecord } from '@/lib/domain/usage-record';
import type { Ports } from '@/lib/ports/ports';
import { unreadOf } from '../notifications/unread';
import { done, notFound, type Result } from '../result';
import { findBot } from './find';
import { signsAt } from './signs';
import { type PageTurn, viewHistory } from './view-history';

/**
 * A bot that `who` may manage, with its reports of `range`. Never counted as a call (contract rule 2). Another
 * owner's bot and an unknown bot get the same refusal. With `waitMaxMs` in `turn`, busy instead of refused for lack of a place.
 */
export async function readBot(
  ports: Ports,
  who: Caller,
  botId: string,
  range: Range,
  turn: PageTurn = {},
): Promise<Result<BotView>> {
  const { store, directory } = ports;
  const found = await directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const snapshot = await store.find({ botId });
  if (snapshot === null) return notFound('There is no such bot.', 'id');
  const { account, nowMs } = snapshot;
  const window = seriesWindow(range, account.plan, nowMs);
  const series = await viewHistory(ports, who, turn, (history) =>
    history.series({ botId, untilMs: nowMs + 1, ...window }),
  );
  const [signs, unread] = await directory.read(
    async (tables) => [await signsAt(tables, nowMs), await unreadOf(tables, who, nowMs)] as const,
  );
  return done({
    nowMs,
    unread,
    state: botState(account, signs, nowMs),
    usage: usageRecord(account, nowMs),
    pace: paceOf(account, nowMs),
    forecast: forecast(account, nowMs),
    lastReport: account.lastReport,
    cycleStartMs: cycleStartMs(account.registeredAtMs, account.cycle.index),
    resetAtMs: quotaOf(account).resetAtMs,
    nextAllowedAtMs: reportWindow(account, nowMs).nextAllowedAtMs,
    availability: reportAvailability(account, nowMs),
    range,
    ...window,
    isBusy: series === null,
    // Charts draw no first values.
    series: (series ?? []).map(({ first: _, firstAtMs: _at, ...point }) => point),
  });
}
