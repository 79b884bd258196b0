import { paths } from '@/lib/contract/paths';
import { nextPlan, PLANS, type Plan, type PlanName } from '@/lib/domain/quota/plan';
import type { PlanRequest } from '@/lib/domain/quota/plan-request';
import { durationText } from '@/lib/domain/text/duration';

export type PlanLine = { readonly name: string; readonly value: PlanValue };
/** Numbers are formatted later in the reader's language. */
export type PlanValue = number | string | boolean;

const LINES: readonly { name: string; of: (plan: Plan) => PlanValue }[] = [
  { name: 'Calls per cycle', of: (plan) => plan.callsPerCycle },
  { name: 'Reports', of: (plan) => `every ${durationText(plan.intervalMinutes * 60_000)}` },
  { name: 'History', of: (plan) => `${plan.historyDays} days` },
  { name: 'Analytics', of: (plan) => plan.analyticsLevel },
  { name: 'Badge', of: (plan) => plan.features.badge },
  { name: 'Signed webhooks', of: (plan) => plan.features.customWebhooks },
  { name: 'Priority support', of: (plan) => plan.features.prioritySupport },
];

/** The features of a plan, one per line. */
export const planLines = (name: PlanName): PlanLine[] =>
  LINES.map((line) => ({ name: line.name, value: line.of(PLANS[name]) }));

/** What `next` adds to `name`: only the lines that differ, with the value of `next`. */
export function planGains(name: PlanName, next: PlanName): PlanLine[] {
  return LINES.filter((line) => line.of(PLANS[name]) !== line.of(PLANS[next])).map((line) => ({
    name: line.name,
    value: line.of(PLANS[next]),
  }));
}

/** Who changes a plan, as said to an owner or to an admin. */
export const planChangeHint = (isAdmin: boolean): string =>
  isAdmin ? 'You change the plan with “Edit” in the list of all bots.' : 'An admin can change the plan.';

/** What a bot's page says of the latest request for a larger plan. */
export type AskedPlan = Pick<PlanRequest, 'plan' | 'status'>;

/** Where the owner of a bot asks for a larger plan, and where the answer is; `null` on the largest plan. */
export function askingLink(botId: string, plan: PlanName, request: AskedPlan | null) {
  const href = `${paths.bot(botId).settings}#plan`;
  if (request?.status === 'open') return { href, label: `${PLANS[request.plan].displayName} is asked for` };
  if (nextPlan(plan) === null) return null;
  return request?.status === 'declined'
    ? { href, label: `${PLANS[request.plan].displayName} was declined: see why` }
    : { href, label: 'Ask for a larger plan' };
}
