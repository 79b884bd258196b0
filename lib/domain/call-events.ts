import type { Account } from './account';
import { dayOf } from './days';
import type { NewEvent } from './event';
import { earlyEnd } from './forecast';
import { isoTime } from './iso-time';
import { PLANS } from './plan';
import {
  alertsAfter,
  quotaCrossing,
  quotaData,
  quotaPeriod,
  type Told,
  thresholdEvent,
} from './quota-events';
import { dropAfter } from './stats-drop';

/**
 * What a counted call causes (contract section 9): `before` is the account in the current cycle. `null` if there is
 * nothing to tell or to remember, as with nearly every call.
 */
export function toldByCall(before: Account, after: Account, nowMs: number): Told | null {
  const { alerts } = before;
  const { callsPerCycle: limit } = PLANS[after.plan];
  const crossed = quotaCrossing({ used: before.cycle.used, limit }, { used: after.cycle.used, limit });
  const endsAtMs = isFirstOfDay(after, nowMs) ? earlyEnd(after, nowMs) : null;
  const drop = dropOf(before, after, nowMs);
  if (crossed === null && endsAtMs === null && drop === alerts.drop && alerts.exhaustedPeriod === null) {
    return null;
  }
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
  return { events, alerts: alertsAfter(crossed, after, { ...alerts, exhaustedPeriod: null, drop }) };
}

/** Whether the call that `after` counts is the first of its UTC day. */
function isFirstOfDay({ days }: Account, nowMs: number): boolean {
  const today = dayOf(nowMs);
  const last = days[days.length - 1];
  // After a clock step back there are days after today.
  return (last?.day === today ? last : days.find(({ day }) => day === today))?.calls === 1;
}

function dropOf(before: Account, after: Account, nowMs: number): Account['alerts']['drop'] {
  const { lastReport: last, alerts } = before;
  const { lastReport: report } = after;
  if (report === last || last === null || report === null) return alerts.drop;
  return dropAfter(alerts.drop, last.serverCount, report.serverCount, nowMs);
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
