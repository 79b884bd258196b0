import type { CombinedView } from '@/lib/contract/own-bots';
import type { Account } from '@/lib/domain/bots/account';
import { addDays, DAYS_COUNTED, noDays } from '@/lib/domain/bots/bot-counts';
import { addChanges, changeSince } from '@/lib/domain/history/change';
import { COMBINED_BUCKET_MS, combine } from '@/lib/domain/history/combined';
import type { Counts } from '@/lib/domain/history/summary';
import type { Caller } from '@/lib/domain/people/caller';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { dayText } from '@/lib/domain/text/time';
import type { Ports } from '@/lib/ports/ports';
import { reportsOfAt } from '../history/reports-at';
import { done, forbidden, type Result, type Versioned } from '../result';
import { botsOf } from './list';
import { type PageTurn, viewHistory } from './view-history';

/** Every plan keeps as many days. */
const SHOWN_MS = 7 * DAY_MS;
/** On one of the slots for long reads 300 bots take 35 ms on SQLite and 100 ms on PostgreSQL, and grow evenly. */
const BOTS_MAX = 500;
/** The chart may be so old. */
const UNCHANGED_MAX_MS = 5 * MINUTE_MS;

/**
 * Servers and users of the caller's own bots together, of at most BOTS_MAX of them, their changes, and their calls by day. Reads the history
 * in turn, like a bot's page; with `waitMaxMs` in `turn`, the view is busy instead of refused for lack of a slot.
 */
export async function readCombined(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  turn: PageTurn,
): Promise<Result<Versioned<CombinedView>>> {
  if (who.kind !== 'person') return forbidden();
  const [own, nowMs] = await ports.directory.read(
    async (tables, nowMs) =>
      [(await botsOf(tables, who.userId)).map(({ account }) => account), nowMs] as const,
  );
  const shown = own.toSorted((a, b) => (a.botId < b.botId ? -1 : 1)).slice(0, BOTS_MAX);
  const fromMs = nowMs - SHOWN_MS;
  return done({
    version: { moment: Math.floor(nowMs / UNCHANGED_MAX_MS), bots: own.length },
    read: async () => {
      const recent = shown.flatMap(({ botId, lastReport }) =>
        lastReport !== null && lastReport.atMs >= fromMs ? [botId] : [],
      );
      const query = { botIds: recent, fromMs, untilMs: nowMs + 1, bucketMs: COMBINED_BUCKET_MS };
      const period = { fromMs, untilMs: nowMs };
      const found = await viewHistory(ports, who, turn, async (history) => ({
        reports: await history.lastReportsOf(query),
        at: await reportsOfAt(history, shown, fromMs, nowMs),
      }));
      const changeOf = (count: keyof Counts) =>
        addChanges(
          (found?.at ?? []).map((at) => changeSince(count, at, period)),
          period,
        );
      const older = shown.flatMap(({ botId, lastReport }) =>
        lastReport === null || lastReport.atMs >= fromMs ? [] : [{ botId, ...lastReport }],
      );
      return {
        nowMs,
        fromMs,
        bots: shown.length,
        owned: own.length,
        isBusy: found === null,
        points: found === null ? [] : combine([...older, ...found.reports], fromMs, nowMs),
        changes: { serverCount: changeOf('serverCount'), userCount: changeOf('userCount') },
        days: daysOf(own, nowMs),
      };
    },
  });
}

function daysOf(accounts: readonly Account[], nowMs: number): CombinedView['days'] {
  const today = dayOf(nowMs);
  const totals = accounts.reduce((sum, { days }) => addDays(sum, days, today), noDays());
  return totals.map((day, at) => ({ ...day, date: dayText(today - DAYS_COUNTED + 1 + at) }));
}
