import { PLANS, type Plan, type PlanName } from '@/lib/domain/quota/plan';
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

/** Who changes a plan, as said to an owner or to an admin. */
export const planChangeHint = (isAdmin: boolean): string =>
  isAdmin ? 'You change the plan with “Edit” in the list of all bots.' : 'An admin can change the plan.';
