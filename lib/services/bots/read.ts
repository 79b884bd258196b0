import type { BotView } from '@/lib/contract/bot-view';
import type { Account } from '@/lib/domain/account';
import type { Caller } from '@/lib/domain/caller';
import { cycleStartMs } from '@/lib/domain/cycle';
import { dayOf } from '@/lib/domain/days';
import { forecast, paceOf } from '@/lib/domain/forecast';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { reportWindow } from '@/lib/domain/interval';
import { quotaOf } from '@/lib/domain/quota';
import { reportAvailability } from '@/lib/domain/report-availability';
import { usageRecord } from '@/lib/domain/usage-record';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import type { Versioned } from '../versioned';
import { managed } from './find';
import { stateOf } from './signs';
import { type PageTurn, viewHistory } from './view-history';

/**
 * A bot that `who` may manage, with its reports of `range`. Never counted as a call (contract rule 2). The version takes
 * the bot's row. With `waitMaxMs` in `turn`, the view is busy instead of refused for lack of a place.
 */
export async function readBot(
  ports: Ports,
  who: Caller,
  botId: string,
  range: Range,
  turn: PageTurn = {},
): Promise<Result<Versioned<BotView>>> {
  const snapshot = await ports.store.find({ botId });
  const found = managed(who, snapshot && { ...snapshot, ownerId: snapshot.account.ownerId });
  if (!found.ok) return found;
  const { account, nowMs } = found.value;
  const window = seriesWindow(range, account.plan, nowMs);
  const atNow = {
    state: await stateOf(ports.directory, account, nowMs),
    availability: reportAvailability(account, nowMs),
    pace: paceOf(account, nowMs),
    forecast: forecast(account, nowMs),
  };
  return done({
    version: {
      ...atNow,
      account: lasting(account),
      availability: atNow.availability.refusal && atNow.availability,
      range,
      // The chart moves on by a point, and the days by one, even if nothing is reported.
      firstBucket: Math.floor(window.fromMs / window.bucketMs),
      today: dayOf(nowMs),
    },
    read: async () => {
      const series = await viewHistory(ports, who, turn, (history) =>
        history.series({ botId, untilMs: nowMs + 1, ...window }),
      );
      return {
        ...atNow,
        nowMs,
        usage: usageRecord(account, nowMs),
        lastReport: account.lastReport,
        cycleStartMs: cycleStartMs(account.registeredAtMs, account.cycle.index),
        resetAtMs: quotaOf(account).resetAtMs,
        nextAllowedAtMs: reportWindow(account, nowMs).nextAllowedAtMs,
        range,
        ...window,
        isBusy: series === null,
        // Charts draw no first values.
        series: (series ?? []).map(({ first: _, firstAtMs: _at, ...point }) => point),
      };
    },
  });
}

/** What the view depends on; heartbeats and alerts show in the state. */
const lasting = ({ lastHeartbeatAtMs: _, alerts: _alerts, historyDueAtMs: _due, ...account }: Account) =>
  account;
