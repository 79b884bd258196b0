import type { Plan } from '@/lib/domain/quota/plan';
import { durationText } from '@/lib/domain/text/duration';

/** The value of a plan's feature. */
export type PlanValue = number | string | boolean;

/** The features of a plan, one per line. */
export const PLAN_LINES: readonly { name: string; of: (plan: Plan) => PlanValue }[] = [
  { name: 'Calls per cycle', of: (plan) => plan.callsPerCycle },
  { name: 'Reports', of: (plan) => `every ${durationText(plan.intervalMinutes * 60_000)}` },
  { name: 'History', of: (plan) => `${plan.historyDays} days` },
  { name: 'Analytics', of: (plan) => plan.analyticsLevel },
  { name: 'Badge', of: (plan) => plan.features.badge },
  { name: 'Signed webhooks', of: (plan) => plan.features.customWebhooks },
  { name: 'Priority support', of: (plan) => plan.features.prioritySupport },
];

/** Who changes a plan, as said to an owner or to an admin. */
export const planChangeHint = (isAdmin: boolean): string =>
  isAdmin ? 'You change the plan with “Edit” in the list of all bots.' : 'An admin can change the plan.';
