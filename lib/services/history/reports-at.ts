import type { Account } from '@/lib/domain/bots/account';
import type { ReportAt } from '@/lib/domain/history/change';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import type { History } from '@/lib/ports/ports';

/**
 * Reads which reports of a bot stand for the given moments, within what its plan keeps. Its last report is known from the
 * account, also when the history has it no longer.
 */
export async function reportsAt(
  history: Pick<History, 'valuesAt'>,
  { botId, plan, lastReport }: Pick<Account, 'botId' | 'plan' | 'lastReport'>,
  moments: readonly number[],
  nowMs: number,
): Promise<ReportAt> {
  if (lastReport === null) return () => null;
  // After a clock step back it can lie in the future.
  const last = { ...lastReport, atMs: Math.min(lastReport.atMs, nowMs) };
  const earlier = [...new Set(moments.filter((atMs) => atMs < last.atMs))];
  const fromMs = nowMs - PLANS[plan].historyDays * DAY_MS;
  const found = await history.valuesAt({ botId, moments: earlier, fromMs });
  return (atMs) => found.get(atMs) ?? last;
}
