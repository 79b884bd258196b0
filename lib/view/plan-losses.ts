import { intervalText, PLANS, type PlanName } from '@/lib/domain/quota/plan';

/** What a bot loses with a smaller plan; `null` for what it keeps. */
export type PlanLosses = {
  /** More calls are used in this cycle than the plan has: reports stop until the reset. */
  readonly overused: { readonly used: number; readonly limit: number } | null;
  /** `30 minutes`: reports are accepted more seldom. */
  readonly interval: string | null;
  /** Older history is hidden. */
  readonly historyDays: number | null;
};

/** What changes for the worse from one plan to another; `null` if nothing does. */
export function planLosses(from: PlanName, to: PlanName, used: number): PlanLosses | null {
  const [now, next] = [PLANS[from], PLANS[to]];
  const losses: PlanLosses = {
    overused: from !== to && used >= next.callsPerCycle ? { used, limit: next.callsPerCycle } : null,
    interval: next.intervalMinutes > now.intervalMinutes ? intervalText(next) : null,
    historyDays: next.historyDays < now.historyDays ? next.historyDays : null,
  };
  return Object.values(losses).every((loss) => loss === null) ? null : losses;
}
