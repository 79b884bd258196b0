import type { BotView } from '@/lib/contract/bot-view';
import { botState } from '@/lib/domain/bot-state';
import type { Caller } from '@/lib/domain/caller';
import { cycleStartMs } from '@/lib/domain/cycle';
import type { EventType } from '@/lib/domain/event';
import { forecast, paceOf } from '@/lib/domain/forecast';
import { gapSearch } from '@/lib/domain/gaps';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { reportWindow } from '@/lib/domain/interval';
import { quotaOf } from '@/lib/domain/quota';
import { reportAvailability } from '@/lib/domain/report-availability';
import type { SeriesPoint, Summary } from '@/lib/domain/summary';
import { usageRecord } from '@/lib/domain/usage-record';
import type { Ports } from '@/lib/ports/ports';
import { unreadOf } from '../notifications/unread';
import { done, notFound, type Result } from '../result';
import { findBot } from './find';
import { signsAt } from './signs';
import { type PageTurn, viewHistory } from './view-history';

/** What explains the course of the counts, and so is marked on their time axis. */
const MARKED: readonly EventType[] = [
  ...(['bot.silent', 'bot.recovered', 'bot.disabled', 'bot.enabled', 'bot.plan_changed'] as const),
  ...(['quota.exhausted', 'quota.restored', 'stats.dropped'] as const),
];
/** More marks would hide the chart. */
const MARKS_MAX = 100;

/**
 * A bot that `who` may manage, with its reports of `range`, and of the period before if it `isCompared`. Never counted as a call (contract rule 2). Another
 * owner's bot and an unknown bot get the same refusal. With `waitMaxMs` in `turn`, busy instead of refused for lack of a place.
 */
export async function readBot(
  ports: Ports,
  who: Caller,
  botId: string,
  range: Range,
  { isCompared = false, ...turn }: PageTurn & { readonly isCompared?: boolean } = {},
): Promise<Result<BotView>> {
  const { store, directory } = ports;
  const found = await directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const snapshot = await store.find({ botId });
  if (snapshot === null) return notFound('There is no such bot.', 'id');
  const { account, nowMs } = snapshot;
  const window = seriesWindow(range, account.plan, nowMs);
  const { fromMs, untilMs, bucketMs } = window;
  const before = 2 * fromMs - untilMs;
  const search = gapSearch(account, { fromMs, toMs: untilMs }, nowMs);
  const read = await viewHistory(ports, who, turn, async (history) => ({
    series: await history.series({ botId, fromMs, untilMs: untilMs + 1, bucketMs }),
    gaps: search === null ? [] : await history.gaps({ botId, ...search }),
    previous: isCompared ? await history.series({ botId, fromMs: before, untilMs: fromMs, bucketMs }) : null,
  }));
  const [signs, unread, events] = await directory.read(
    async (tables) =>
      [
        await signsAt(tables, nowMs),
        await unreadOf(tables, who, nowMs),
        await tables.events.listOfBot(botId, Math.max(fromMs, account.registeredAtMs), MARKS_MAX),
      ] as const,
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
    isBusy: read === null,
    series: (read?.series ?? []).map(chartPoint),
    gaps: read?.gaps ?? [],
    previous: read?.previous?.map(chartPoint) ?? null,
    marks: events
      .filter(({ type, atMs, dueAtMs }) => MARKED.includes(type) && atMs <= untilMs && dueAtMs <= nowMs)
      .map(({ atMs, type }) => ({ atMs, type }))
      .reverse(),
  });
}

/** Charts draw no first values. */
const chartPoint = ({ first: _, firstAtMs: _at, ...point }: Summary): SeriesPoint => point;
