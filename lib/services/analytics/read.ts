import type { AnalyticsView } from '@/lib/contract/views';
import type { Account } from '@/lib/domain/bots/account';
import type { Analytics, Both, PeakTime } from '@/lib/domain/history/analytics';
import {
  type Coverage,
  type CoverageByDay,
  coverageByDay,
  coverageFromMs,
  coverageOf,
  coveredAfterMs,
  NOTHING_PLANNED,
  type Planned,
} from '@/lib/domain/history/coverage';
import { type Gap, gapSearch } from '@/lib/domain/history/gaps';
import { foldedBeforeMs } from '@/lib/domain/history/history';
import { type Counts, firstHourFrom, hourOf, type Summary } from '@/lib/domain/history/summary';
import {
  changesOf,
  comparedMoments,
  highestOf,
  monthsOf,
  trendsFromMs,
  trendsOf,
  yearOnYear,
} from '@/lib/domain/history/trends';
import type { Caller } from '@/lib/domain/people/caller';
import { usageBreakdown } from '@/lib/domain/quota/breakdown';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { joinedPauses } from '@/lib/domain/silences/pause';
import type { History, Ports, Tables } from '@/lib/ports/ports';
import { findSnapshot } from '../bots/read';
import { type PageTurn, viewHistory } from '../bots/view-history';
import { annotationsIn } from '../history/annotations';
import { reportsAt } from '../history/reports-at';
import { done, type Result } from '../result';
import { splitUsageOf } from '../usage/parts';

/** The analytics of a bot that `who` may manage. Never counted as a call (contract rule 2). */
export async function readAnalyticsPage(
  ports: Ports,
  who: Caller,
  botId: string,
  turn: PageTurn = {},
): Promise<Result<AnalyticsView>> {
  const found = await findSnapshot(ports, who, botId, 'readAnalyticsPage');
  if (!found.ok) return found;
  const { account, nowMs } = found.value;
  const read = await viewHistory(ports, who, turn, async (history) => {
    const { parts, keys } = await splitUsageOf(history, account);
    const { coverage, received } = await receivedByDay(history, account, nowMs);
    const course = received.map(({ atMs, serverCount, userCount }) => ({
      atMs,
      servers: serverCount,
      users: userCount,
    }));
    return {
      analytics: { ...(await analyticsOf({ history }, account, nowMs)), days: coverage, course },
      breakdown: usageBreakdown(account, parts, keys, nowMs),
      annotations: await annotationsIn(history.marks, botId, {
        fromMs: nowMs - 31 * DAY_MS,
        untilMs: nowMs + 1,
      }),
    };
  });
  const { analytics = null, breakdown = null, annotations = null } = read ?? {};
  return done({
    nowMs,
    bot: { id: botId, name: account.name },
    plan: account.plan,
    analytics,
    breakdown,
    annotations,
  });
}

type Read = Pick<History, 'series' | 'marks'>;

/** The reports of a bot by UTC day, and their coverage. */
async function receivedByDay(history: Read, account: Account, nowMs: number) {
  const fromMs = coverageFromMs(account, nowMs);
  const { botId } = account;
  const received = await history.series({ botId, fromMs, untilMs: nowMs + 1, bucketMs: DAY_MS });
  const planned = await plannedIn(history, account, fromMs, nowMs);
  return { received, coverage: coverageByDay(account, received, fromMs, nowMs, planned) };
}

/** The coverage of a bot by UTC day, as its pages and badges show it. */
export const dailyCoverage = async (...read: Parameters<typeof receivedByDay>): Promise<CoverageByDay> =>
  (await receivedByDay(...read)).coverage;

/** The coverage of a bot in a stretch of time, of which `received` has the reports. */
export async function coverageIn(
  history: Pick<History, 'marks'>,
  account: Account,
  received: readonly Summary[],
  fromMs: number,
  untilMs: number,
): Promise<Coverage> {
  return coverageOf(account, received, fromMs, untilMs, await plannedIn(history, account, fromMs, untilMs));
}

/** The planned silences of a bot since, and the reports in them. */
async function plannedIn(
  { marks }: Pick<History, 'marks'>,
  { botId, pausedUntilMs }: Account,
  fromMs: number,
  nowMs: number,
): Promise<Planned> {
  // It was never paused.
  if (pausedUntilMs === null) return NOTHING_PLANNED;
  const pauses = joinedPauses(await marks.pauses(botId, { fromMs, untilMs: nowMs }));
  return pauses.length === 0
    ? NOTHING_PLANNED
    : { pauses, reports: await marks.reportsInPauses(botId, fromMs) };
}

const GAPS_MS = 30 * DAY_MS;

const both = <Value>(of: (count: keyof Counts) => Value): Both<Value> => ({
  servers: of('serverCount'),
  users: of('userCount'),
});

/** The analytics at `nowMs` of an account rolled forward to it. A year takes 20 to 30 ms, on SQLite in the read worker. */
export async function analyticsOf(
  { history }: Pick<Tables, 'history'>,
  account: Account,
  nowMs: number,
): Promise<Analytics> {
  const { botId, lastReport } = account;
  const { analyticsLevel: level, historyDays } = PLANS[account.plan];
  const untilMs = nowMs + 1;
  const days = (fromMs: number, endMs = untilMs) =>
    history.series({ botId, fromMs, untilMs: Math.min(untilMs, endMs), bucketMs: DAY_MS });
  const isEnterprise = level === 'enterprise';
  // A folded hour cannot be cut where the history begins.
  const yearFromMs = firstHourFrom(nowMs - historyDays * DAY_MS);
  const coveredFromMs = coveredAfterMs(account, nowMs) + 1;
  const nextDayMs = (dayOf(coveredFromMs) + 1) * DAY_MS;
  // On PostgreSQL at the same time. Of the covered days, only the first is no part of those for the trends.
  const [reportAt, covered, ofDays, gaps, planned] = await Promise.all([
    reportsAt(history, account, comparedMoments(level, nowMs), nowMs),
    level === 'basic' ? days(coveredFromMs) : days(coveredFromMs, nextDayMs),
    level === 'basic' ? [] : days(isEnterprise ? yearFromMs : trendsFromMs(nowMs)),
    level === 'basic' ? [] : gapsOf(history, account, nowMs),
    plannedIn(history, account, coveredFromMs, nowMs),
  ]);
  const [servers, users] = await Promise.all([
    recordOf(history, botId, isEnterprise ? ofDays : [], 'serverCount', nowMs),
    recordOf(history, botId, isEnterprise ? ofDays : [], 'userCount', nowMs),
  ]);
  return {
    level,
    growth: both((count) => ({
      current: lastReport?.[count] ?? null,
      changes: changesOf(count, reportAt, nowMs),
    })),
    coverage: coverageOf(
      account,
      [...covered, ...ofDays.filter(({ atMs }) => atMs >= nextDayMs)],
      coveredAfterMs(account, nowMs),
      nowMs,
      planned,
    ),
    advanced:
      level === 'basic'
        ? null
        : {
            trends: trendsOf(ofDays, reportAt, nowMs),
            gaps,
            previous: both((count) => changesOf(count, reportAt, nowMs, 1)),
          },
    enterprise: isEnterprise
      ? {
          months: monthsOf(ofDays, nowMs),
          records: { servers, users },
          yearOnYear: both((count) => yearOnYear(count, reportAt, nowMs)),
        }
      : null,
  };
}

function gapsOf(history: Tables['history'], account: Account, nowMs: number): Promise<Gap[]> | Gap[] {
  const search = gapSearch(account, { fromMs: nowMs - GAPS_MS, toMs: nowMs }, nowMs);
  return search === null ? [] : history.gaps({ botId: account.botId, ...search });
}

/** A report has a bucket of its own: reports of a bot are a minute apart. */
const REPORT_MS = MINUTE_MS;

/** The record of a count within the given UTC days; `null` without days. Looks into one day and one hour of it. */
async function recordOf(
  history: History,
  botId: string,
  days: readonly Summary[],
  count: keyof Counts,
  nowMs: number,
): Promise<PeakTime | null> {
  const day = highestOf(days, count);
  if (day === null) return null;
  const value = day.max[count];
  const pointsFrom = (fromMs: number, spanMs: number, bucketMs: number) =>
    history.series({
      botId,
      fromMs: Math.max(fromMs, day.firstAtMs),
      untilMs: Math.min(fromMs + spanMs, day.atMs + 1),
      bucketMs,
    });
  const hour = highestOf(await pointsFrom(dayOf(day.atMs) * DAY_MS, DAY_MS, HOUR_MS), count);
  const hourMs = hourOf(hour?.atMs ?? day.atMs);
  if (hourMs < foldedBeforeMs(nowMs)) return { value, atMs: hourMs };
  const report = highestOf(await pointsFrom(hourMs, HOUR_MS, REPORT_MS), count);
  return { value, atMs: report?.firstAtMs ?? hourMs };
}
