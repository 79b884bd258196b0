import type { EventData, NewEvent } from '../alerts/event';
import type { Account, AlertState } from '../bots/account';
import { dayOf } from '../quota/days';
import { earlyEnd } from '../quota/forecast';
import { DAY_MS, PLANS } from '../quota/plan';
import { CRITICAL_FROM_PERCENT, type Quota, quotaOf, WARNING_FROM_PERCENT } from '../quota/quota';
import { pausedUntilMs } from '../silences/pause';
import { isoTime } from '../text/time';

/**
 * What a counted call causes (contract section 9): `before` is the account in the current cycle. `null` if there is
 * nothing to tell or to remember, as with nearly every call.
 */
export function eventsOfCall(before: Account, after: Account, nowMs: number): Noted | null {
  const { alerts } = before;
  const { callsPerCycle: limit } = PLANS[after.plan];
  const crossed = quotaCrossing({ used: before.cycle.used, limit }, { used: after.cycle.used, limit });
  const endsAtMs = isFirstOfDay(after, nowMs) ? earlyEnd(after, nowMs) : null;
  const { drop, beforePause } = dropOf(before, after, nowMs);
  const isRemembered = drop === alerts.drop && beforePause === alerts.beforePause;
  if (crossed === null && endsAtMs === null && isRemembered && alerts.exhaustedPeriod === null) return null;
  const moment = { atMs: nowMs, dueAtMs: nowMs };
  const events: NewEvent[] = [];
  if (alerts.exhaustedPeriod !== null) {
    const data = quotaData(after);
    // One for each `quota.exhausted`: with another plan, a quota can be exhausted and restored again in one cycle.
    events.push({ type: 'quota.restored', period: alerts.exhaustedPeriod, ...moment, data });
  }
  if (crossed !== null) events.push(thresholdEvent(crossed, after, nowMs));
  if (endsAtMs !== null) {
    const data = { ...quotaData(after), runsOutAt: isoTime(endsAtMs) };
    events.push({ type: 'quota.forecast', period: quotaPeriod(after), ...moment, data });
  }
  if (drop !== null && drop !== alerts.drop) events.push(dropEvent(after, drop.before, nowMs));
  return {
    events,
    alerts: alertsAfter(crossed, after, { ...alerts, exhaustedPeriod: null, drop, beforePause }),
  };
}

/** Whether the call that `after` counts is the first of its UTC day. */
function isFirstOfDay({ days }: Account, nowMs: number): boolean {
  const today = dayOf(nowMs);
  const last = days[days.length - 1];
  // After a clock step back there are days after today.
  return (last?.day === today ? last : days.find(({ day }) => day === today))?.calls === 1;
}

/** The first report after a pause is compared with the one before it (contract section 13). */
function dropOf(before: Account, after: Account, nowMs: number): Pick<AlertState, 'drop' | 'beforePause'> {
  const { drop, beforePause } = before.alerts;
  const { lastReport: last } = before;
  const { lastReport: report } = after;
  if (report === last || last === null || report === null) return { drop, beforePause };
  const servers = beforePause ?? last.serverCount;
  if (pausedUntilMs(after, nowMs) !== null) return { drop, beforePause: servers };
  return { drop: dropAfter(drop, servers, report.serverCount, nowMs), beforePause: null };
}

const dropEvent = (after: Account, before: number, nowMs: number): NewEvent => ({
  type: 'stats.dropped',
  // The number of the report.
  period: String(after.reportsTotal),
  atMs: nowMs,
  dueAtMs: nowMs,
  data: {
    botId: after.botId,
    botName: after.name,
    before,
    after: after.lastReport?.serverCount ?? 0,
  },
});

/** Events about the quota of a bot (contract section 9). */

const THRESHOLDS = [
  { type: 'quota.exhausted', percent: 100 },
  { type: 'quota.critical', percent: CRITICAL_FROM_PERCENT },
  { type: 'quota.warning', percent: WARNING_FROM_PERCENT },
] as const;
type ThresholdEvent = (typeof THRESHOLDS)[number]['type'];

/** Counted calls and how many are allowed. */
type QuotaUse = Pick<Quota, 'used' | 'limit'>;

/** Events that accounts cause, and what they remember of them. */
type Noted = { readonly events: readonly NewEvent[]; readonly alerts: AlertState };

/** The highest threshold that was crossed between two states of a quota; `null` if none was. */
export function quotaCrossing(before: QuotaUse, after: QuotaUse): ThresholdEvent | null {
  for (const { type, percent } of THRESHOLDS) {
    if (reaches(after, percent)) return reaches(before, percent) ? null : type;
  }
  return null;
}

const reaches = ({ used, limit }: QuotaUse, percent: number): boolean => used * 100 >= limit * percent;

/** Quota events happen once per cycle and plan. */
const quotaPeriod = ({ cycle, plan }: Pick<Account, 'cycle' | 'plan'>): string => `${cycle.index}:${plan}`;

/** The event of a crossed threshold of `account` as it is afterwards. */
export const thresholdEvent = (type: ThresholdEvent, account: Account, nowMs: number): NewEvent => ({
  type,
  period: quotaPeriod(account),
  atMs: nowMs,
  dueAtMs: nowMs,
  data: quotaData(account),
});

function quotaData(account: Account): EventData<ThresholdEvent> {
  const { botId, name, plan } = account;
  const { used, limit, percentage, resetAtMs } = quotaOf(account);
  return { botId, botName: name, used, limit, percentage, plan, resetAt: isoTime(resetAtMs) };
}

/** The alert state of `account` after it crossed a threshold. An earlier exhaustion stays the one to be restored. */
const alertsAfter = (type: ThresholdEvent | null, account: Account, alerts: AlertState): AlertState =>
  type === 'quota.exhausted' && alerts.exhaustedPeriod === null
    ? { ...alerts, exhaustedPeriod: quotaPeriod(account) }
    : alerts;

/**
 * What a plan change causes: `after` is the account in the current cycle with the new plan. `null` if it crosses no
 * threshold.
 */
export function eventsOfPlanChange(before: Account, after: Account, nowMs: number): Noted | null {
  const type = quotaCrossing(quotaOf(before), quotaOf(after));
  if (type === null) return null;
  return { events: [thresholdEvent(type, after, nowMs)], alerts: alertsAfter(type, after, after.alerts) };
}

/** When a report's number of servers is notified as a drop (contract section 9, `stats.dropped`). */

const DROP_MIN_PERCENT = 30;
const DROP_MIN_SERVERS = 10;
const BACK_AT_PERCENT = 90;

/**
 * The drop to remember after a report of `after` servers that follows one of `before`: a new one if it is to be notified,
 * the same object while the last one still mutes others, else `null`.
 */
function dropAfter(
  last: AlertState['drop'],
  before: number,
  after: number,
  nowMs: number,
): AlertState['drop'] {
  // A last drop that lies a day in the future was seen by a clock that has been set back.
  const isOver =
    last === null || after * 100 >= last.before * BACK_AT_PERCENT || Math.abs(nowMs - last.atMs) >= DAY_MS;
  if (!isOver) return last;
  const by = before - after;
  return by >= DROP_MIN_SERVERS && by * 100 >= before * DROP_MIN_PERCENT ? { before, atMs: nowMs } : null;
}
