import type { Account } from '../bots/account';
import { type Forecast, forecast, type Pace, paceOf } from './forecast';
import { PLAN_NAMES, PLANS, type PlanName } from './plan';
import { quotaOf } from './quota';

/** How a bot uses its plan at one moment: what an admin needs to judge whether a larger one is needed. */
export type PlanUse = {
  /** The plan that the bot has at that moment. */
  readonly formerPlan: PlanName;
  readonly used: number;
  readonly resetAtMs: number;
  /** `null` with too few calls for one. */
  readonly pace: Pace | null;
  /** A whole hour; `null` if the calls last until the reset, are used up, or there is no pace. */
  readonly runsOutAtMs: number | null;
};

/** `granted`: the bot got this plan. `closed`: an admin gave the bot another plan. */
export type RequestStatus = 'open' | 'granted' | 'declined' | 'closed';

/** An owner's request for a larger plan, with the use of the plan when it was made. The latest one of a bot is kept. */
export type PlanRequest = PlanUse & {
  readonly botId: string;
  /** The plan that is asked for. */
  readonly plan: PlanName;
  readonly askedAtMs: number;
  readonly status: RequestStatus;
  /** `null` while it is open. */
  readonly answeredAtMs: number | null;
  /** The sentence of an admin who declined it; empty otherwise. */
  readonly answer: string;
};

/** The plans above this one, the next first. */
export const largerPlans = (name: PlanName): readonly PlanName[] =>
  PLAN_NAMES.slice(PLAN_NAMES.indexOf(name) + 1);

/** The use of an account that is rolled forward to `nowMs`. */
export function planUse(account: Account, nowMs: number): PlanUse {
  const { used, resetAtMs } = quotaOf(account);
  const expected = forecast(account, nowMs);
  return {
    formerPlan: account.plan,
    used,
    resetAtMs,
    pace: paceOf(account, nowMs),
    runsOutAtMs: expected?.kind === 'runs-out' ? expected.atMs : null,
  };
}

/** The forecast of that moment; `null` without one, as `forecast` had it. */
export function forecastOf({ formerPlan, used, resetAtMs, pace, runsOutAtMs }: PlanUse): Forecast | null {
  if (pace === null || used >= PLANS[formerPlan].callsPerCycle) return null;
  return runsOutAtMs === null ? { kind: 'lasts' } : { kind: 'runs-out', atMs: runsOutAtMs, resetAtMs };
}

/** What becomes of an open request when its bot gets another plan. */
export const settled = (request: PlanRequest, plan: PlanName, nowMs: number): PlanRequest => ({
  ...request,
  status: plan === request.plan ? 'granted' : 'closed',
  answeredAtMs: nowMs,
});
