import type { Account } from '@/lib/domain/bots/account';
import type { CountsAt, ReportAt } from '@/lib/domain/history/change';
import { DAY_MS, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { History } from '@/lib/ports/ports';

type Reported = Pick<Account, 'botId' | 'plan' | 'lastReport'>;

/**
 * Reads which reports of a bot stand for the given moments, within what its plan keeps. Its last report is known from the
 * account, also when the history has it no longer.
 */
export async function reportsAt(
  history: Pick<History, 'valuesAt'>,
  { botId, plan, lastReport }: Reported,
  moments: readonly number[],
  nowMs: number,
): Promise<ReportAt> {
  if (lastReport === null) return () => null;
  const last = lastAt(lastReport, nowMs);
  const earlier = [...new Set(moments.filter((atMs) => atMs < last.atMs))];
  const found = await history.valuesAt({ botId, moments: earlier, fromMs: keptFromMs(plan, nowMs) });
  return (atMs) => found.get(atMs) ?? last;
}

/** The same of several bots, for `atMs` and moments from their last report on. */
export async function reportsOfAt(
  history: Pick<History, 'valuesOf'>,
  bots: readonly Reported[],
  atMs: number,
  nowMs: number,
): Promise<ReportAt[]> {
  const last = new Map(
    bots.flatMap(({ botId, lastReport }) =>
      lastReport === null ? [] : [[botId, lastAt(lastReport, nowMs)]],
    ),
  );
  const earlier = bots.filter(({ botId }) => atMs < (last.get(botId)?.atMs ?? 0));
  const asked = earlier.map(({ botId, plan }) => ({ botId, fromMs: keptFromMs(plan, nowMs) }));
  const found = await history.valuesOf({ bots: asked, atMs });
  return bots.map(
    ({ botId }) =>
      (moment) =>
        (moment === atMs ? found.get(botId) : undefined) ?? last.get(botId) ?? null,
  );
}

/** After a clock step back a last report can lie in the future. */
const lastAt = (report: CountsAt, nowMs: number): CountsAt => ({
  ...report,
  atMs: Math.min(report.atMs, nowMs),
});

const keptFromMs = (plan: PlanName, nowMs: number): number => nowMs - PLANS[plan].historyDays * DAY_MS;
