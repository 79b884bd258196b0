import type { Account } from '@/lib/domain/bots/account';
import { KEPT_AS_SENT_MS, keptFromMs } from '@/lib/domain/history/history';
import { hourOf } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { sumOf } from '@/lib/domain/quota/usage-part';
import {
  type Accepted,
  type Change,
  type Commit,
  changesOf,
  type Database,
  type Facts,
  type Learned,
  must,
  mustOf,
  type Row,
  type Version,
} from './facts';

/** What must be true of every commit, in the words of the invariants of the design. */

const QUOTA_EVENTS: readonly (readonly [type: string, percent: number])[] = [
  ['quota.warning', 80],
  ['quota.critical', 95],
  ['quota.exhausted', 100],
];
const EVENTS_KEPT_MS = 90 * DAY_MS;

/** Checks what a commit left; `learned` is what it says by itself. */
export function checkCommit(facts: Facts, commit: Commit, { versions, accepted }: Learned): void {
  const { database } = facts;
  for (const version of versions) {
    const { botId } = version.after;
    checkCounts(version, accepted.filter(({ report }) => report.bot_id === botId).length);
    checkSplit(facts, version.after);
    checkCaused(facts, version, commit.nowMs);
  }
  for (const each of accepted) checkReport(facts, each);
  const rows = [...changesOf(commit, 'report_hours'), ...changesOf(commit, 'reports')];
  const hours = rows
    .flatMap(({ before, after }) => before ?? after ?? [])
    .map((row) => `${row.bot_id} ${'hour_ms' in row ? row.hour_ms : hourOf(row.at_ms)}`);
  for (const hour of new Set(hours)) {
    const [botId = '', hourMs] = hour.split(' ');
    checkHour(facts, botId, Number(hourMs), commit.nowMs);
  }
  for (const change of changesOf(commit, 'events')) checkEvent(database, change, commit);
}

/** I1, I3, I4: `accepted` reports of the bot are in the commit. */
function checkCounts({ before, after, usedBefore }: Version, accepted: number): void {
  const { botId, cycle, plan } = after;
  const limit = PLANS[plan].callsPerCycle;
  const counted = cycle.used - usedBefore;
  const keeps = mustOf(botId);
  const isCarried = cycle.index > before.cycle.index || cycle.used >= before.cycle.used;
  keeps('I3', isCarried, `a step back of the clock restores ${before.cycle.used} calls`);
  keeps('I3', counted >= 0, `used fell from ${usedBefore} to ${cycle.used}`);
  keeps('I4', counted === 0 || cycle.used <= limit, `a call is counted at ${usedBefore} of ${limit}`);
  keeps('I4', counted === 0 || !before.isDisabled, 'a call is counted although it is disabled');
  keeps('I4', accepted <= counted, 'an accepted report is not counted');
  keeps('I1', after.reportsTotal - before.reportsTotal === accepted, 'a report is not in the history');
}

/** I11: by operation and by key, the calls of each day add up to those that were counted. */
function checkSplit({ database, hasSteppedBack }: Facts, { botId, days, usagePart }: Account): void {
  const stored = database.rows('usage_parts').filter((part) => part.bot_id === botId);
  const parts = usagePart === null ? stored : [...stored, usagePart];
  for (const { day, calls } of days) {
    const ofDay = parts.filter((part) => part.day === day);
    const sum = (of: 'operations' | 'keys') => ofDay.reduce((all, part) => all + sumOf(part[of]), 0);
    const [operations, keys] = [sum('operations'), sum('keys')];
    const isSplit = operations === keys && (hasSteppedBack ? operations <= calls : operations === calls);
    must('I11', isSplit, `${botId}, day ${day}: ${calls} calls, ${operations} by operation, ${keys} by key`);
  }
}

/** I1: the events that an account causes are stored with it. */
function checkCaused(facts: Facts, { before, after, usedBefore }: Version, nowMs: number): void {
  const { botId, cycle, plan } = after;
  const limit = PLANS[plan].callsPerCycle;
  const keeps = mustOf(botId);
  const stored = facts.database.rows('events').filter((row) => row.bot_id === botId);
  const hasEvent = (type: string, period: number | string) =>
    keeps(
      'I1 events',
      stored.some((row) => row.type === type && row.period === String(period)),
      `${type} is missing`,
    );
  for (const [type, percent] of QUOTA_EVENTS) {
    const isReached = (used: number) => used * 100 >= limit * percent;
    const isCrossed = before.plan === plan && !isReached(usedBefore) && isReached(cycle.used);
    if (isCrossed) hasEvent(type, `${cycle.index}:${plan}`);
  }
  const [sinceMs, silentMs] = [before.alerts.silentSinceMs, after.alerts.silentSinceMs];
  if (sinceMs !== null && silentMs === null) hasEvent('bot.recovered', sinceMs);
  if (sinceMs !== null || silentMs === null) return;
  hasEvent('bot.silent', silentMs);
  if (facts.hasStepped) return;
  const later = facts.reports.get(botId)?.find(({ at_ms: atMs }) => atMs > silentMs);
  keeps('silences', !later, `notified as silent since ${silentMs}, with a report at ${later?.at_ms}`);
  const quietMs = nowMs - Math.max(silentMs, after.pausedUntilMs ?? 0);
  keeps('silences', quietMs >= silentAfterMs(after), `notified as silent after ${quietMs} ms`);
}

/** Without the time after a change of the plan, which is longer. */
export const silentAfterMs = ({ silentAfterMs, plan }: Account): number =>
  silentAfterMs ?? Math.max(3 * PLANS[plan].intervalMinutes, 15) * MINUTE_MS;

/** I1, I2. */
function checkReport({ database, stored }: Facts, { report, sinceMs }: Accepted): void {
  const { bot_id: botId, at_ms: atMs, server_count: serverCount } = report;
  const keeps = mustOf(botId);
  const times = stored.get(serverCount) ?? 0;
  keeps('I1', times === 1, `the report of ${serverCount} servers is stored ${times} times`);
  const plan = database.bot(botId)?.plan ?? 'free';
  const apartMs = sinceMs === null ? Number.POSITIVE_INFINITY : atMs - sinceMs;
  const isApart = apartMs >= PLANS[plan].intervalMinutes * MINUTE_MS;
  keeps('I2', isApart, `accepted ${apartMs} ms after the last report on ${plan}`);
}

/** I9: what is folded of an hour is what all its reports say, and nothing is folded or deleted before its time. */
function checkHour(facts: Facts, botId: string, hourMs: number, nowMs: number): void {
  const { database, reports, hasSteppedBack } = facts;
  const account = database.bot(botId);
  const isOfHour = (each: Row<'reports'>) => each.bot_id === botId && hourOf(each.at_ms) === hourMs;
  const left = database.rows('reports').filter(isOfHour);
  const numbers = new Set(left.map(({ number }) => number));
  const gone = (reports.get(botId) ?? []).filter((each) => isOfHour(each) && !numbers.has(each.number));
  if (account === undefined || gone.length === 0) return;
  const hour = database.rows('report_hours').find((row) => row.bot_id === botId && row.hour_ms === hourMs);
  const keeps = mustOf(`${botId}: the hour ${hourMs}`);
  if (hour === undefined) {
    const isExpired = gone.some(({ at_ms: atMs }) => atMs < keptFromMs(account, nowMs));
    keeps('I9', isExpired, `lacks ${gone.length} of its reports`);
    return;
  }
  const all = gone.toSorted((a, b) => a.at_ms - b.at_ms || a.number - b.number);
  const of = (column: 'server_count' | 'user_count') => {
    const counts = all.map((each) => each[column]);
    return [counts[0], counts.at(-1), Math.min(...counts), Math.max(...counts)];
  };
  const times = [all[0], all.at(-1)].map((each) => (each?.at_ms ?? 0) - hourMs);
  const expected = [all.length, ...times, ...of('server_count'), ...of('user_count')].join();
  const found = [
    ...[hour.reports, hour.first_offset_ms, hour.last_offset_ms],
    ...[hour.server_first, hour.server_last, hour.server_min, hour.server_max],
    ...[hour.user_first, hour.user_last, hour.user_min, hour.user_max],
  ].join();
  keeps('I9', found === expected, `is ${found}, its reports are ${expected}`);
  if (hasSteppedBack) return;
  keeps('I9', hourMs + HOUR_MS <= nowMs - KEPT_AS_SENT_MS, 'is folded too early');
  keeps('I9', left.length === 0, 'is folded in part');
}

/** I1: an event has its cause and stays; when it is routed, every webhook that wants it has its delivery. */
function checkEvent(database: Database, { before, after }: Change<'events'>, { nowMs }: Commit): void {
  const keeps = mustOf((before ?? after)?.id ?? '');
  if (after === undefined) {
    const isOld = (before?.at_ms ?? 0) < nowMs - EVENTS_KEPT_MS;
    keeps('I1 events', isOld, 'it is lost');
    return;
  }
  const { id, type, period, bot_id: botId } = after;
  if (before === undefined) {
    const account = database.bot(botId);
    const percent = QUOTA_EVENTS.find(([of]) => of === type)?.[1] ?? 0;
    const { cycle, plan } = account ?? { cycle: { used: Number.POSITIVE_INFINITY }, plan: 'free' as const };
    const isReached = cycle.used * 100 >= PLANS[plan].callsPerCycle * percent;
    keeps('I1 events', isReached, `it is notified at ${cycle.used} calls`);
    const isRemembered = type !== 'bot.silent' || account?.alerts.silentSinceMs === Number(period);
    keeps('I1 events', isRemembered, 'it is notified, and its account does not know it');
  }
  if (before === undefined || before.routed_at_ms !== null || (after.routed_at_ms ?? 0) === 0) return;
  const deliveries = database.rows('deliveries').filter(({ event_id }) => event_id === id);
  for (const webhook of database.rows('webhook_endpoints')) {
    const isWanted = webhook.bot_id === botId && webhook.status === 'on';
    const isThere = deliveries.some(({ endpoint_id }) => endpoint_id === webhook.id);
    keeps('outbox', isThere || !isWanted, 'it is routed without its delivery');
  }
}

/** A bot that has been silent for long is told as such, also if a part of it was planned. For worlds without faults. */
export function checkSilences({ database, hasStepped, isDisturbed }: Facts): void {
  if (hasStepped || isDisturbed) return;
  const { nowMs } = database;
  for (const account of database.rows('bots')) {
    const isStopped = account.isDisabled || account.cycle.used >= PLANS[account.plan].callsPerCycle;
    // Silences from before the first search are not told, and after a recent one it takes twice as long.
    const sign = Math.max(account.lastReport?.atMs ?? 0, account.lastHeartbeatAtMs ?? 0);
    const { pausedUntilMs, planChangedAtMs, enabledAtMs, alerts } = account;
    const sinceMs = Math.max(sign, pausedUntilMs ?? 0, planChangedAtMs ?? 0, enabledAtMs ?? 0);
    const isExpected = !isStopped && sign > nowMs - HOUR_MS && alerts.recoveredAtMs === null;
    const isLong = nowMs - sinceMs > silentAfterMs(account) + 3 * MINUTE_MS;
    const isTold = alerts.silentSinceMs !== null || !isExpected || !isLong;
    must('silences', isTold, `${account.botId}: its silence since ${sign} is not notified`);
  }
}
