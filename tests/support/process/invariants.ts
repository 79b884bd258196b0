import { expect } from 'vitest';
import { PLANS } from '@/lib/domain/plan';
import type { Load } from './load';
import type { Operator } from './operator';

/** In alphabetical order. */
const THRESHOLDS = [
  [95, 'quota.critical'],
  [100, 'quota.exhausted'],
  [80, 'quota.warning'],
] as const;

/**
 * Asserts the invariants after the server ended in any way: every acknowledged report is stored exactly once, the counted
 * calls are between the acknowledged and the sent ones, accepted reports are at least the interval apart, and each
 * threshold of the quota that was crossed, call by call, has exactly one event.
 * `unansweredCounted`: whether calls without a response may have been counted.
 */
export async function expectInvariants(
  operator: Operator,
  load: Pick<Load, 'journals' | 'unexpected' | 'usedBefore'>,
  { intervalMs, unansweredCounted }: { readonly intervalMs: number; readonly unansweredCounted: boolean },
): Promise<void> {
  expect(await operator.integrity()).toBe('ok');
  expect(load.unexpected).toEqual([]);
  const faults: string[] = [];
  const states = await operator.states();
  for (const [botId, journal] of load.journals) {
    const stored = states.get(botId);
    if (stored === undefined) throw new Error(`There is no bot ${botId}.`);
    const { calls, reports, lastReportAtMs, quotaEvents, ...state } = stored;
    const used = state.used - load.usedBefore;
    const unanswered = unansweredCounted ? journal.unanswered : 0;
    const acknowledged = journal.reports.length + journal.reads;
    if (used < acknowledged || used > acknowledged + unanswered) {
      faults.push(`${botId}: ${used} used, ${acknowledged} acknowledged, ${unanswered} unanswered`);
    }
    if (calls !== used) faults.push(`${botId}: ${calls} calls on its days, ${used} in its cycle`);
    const limit = PLANS[state.plan].callsPerCycle;
    const crossed = THRESHOLDS.filter(
      ([percent]) => load.usedBefore * 100 < limit * percent && state.used * 100 >= limit * percent,
    ).map(([, type]) => type);
    if (quotaEvents.join() !== crossed.join()) {
      faults.push(`${botId}: has the events ${quotaEvents.join()} with ${state.used} calls`);
    }
    for (const { atMs, serverCount } of journal.reports) {
      const found = reports.filter((stored) => stored.serverCount === serverCount);
      if (found.length !== 1 || found[0]?.atMs !== atMs) {
        faults.push(`${botId}: the acknowledged report ${serverCount} is there ${found.length} times`);
      }
    }
    if (reports.length > journal.reports.length + unanswered) {
      faults.push(`${botId}: ${reports.length} reports, ${journal.reports.length} acknowledged`);
    }
    if (lastReportAtMs !== (reports.at(-1)?.atMs ?? null))
      faults.push(`${botId}: the last report is not the last`);
    for (let i = 1; i < reports.length; i++) {
      const gapMs = (reports[i]?.atMs ?? 0) - (reports[i - 1]?.atMs ?? 0);
      if (gapMs < intervalMs) faults.push(`${botId}: two reports ${gapMs} ms apart`);
    }
  }
  expect(faults).toEqual([]);
}
