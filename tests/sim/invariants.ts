import type { Account } from '@/lib/domain/bots/account';
import { KEPT_AS_SENT_MS, keptFromMs } from '@/lib/domain/history/history';
import { hourOf } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { sumOf } from '@/lib/domain/quota/usage-part';
import { type Change, type Commit, changesOf, type Database, type Row } from './database';
import type { Accepted, Facts, Version } from './facts';
import { must } from './must';

/** What must be true of every commit, in the words of the invariants of the design. */

const QUOTA_EVENTS = [
  ['quota.warning', 80],
  ['quota.critical', 95],
  ['quota.exhausted', 100],
] as const;
const EVENTS_KEPT_MS = 90 * DAY_MS;

const hasEvent = (database: Database, botId: string, type: string, period: string): boolean =>
  database.rows('events').some((row) => row.bot_id === botId && row.type === type && row.period === period);

/** Checks what a commit left; `learned` is what it says by itself. */
export function checkCommit(
  facts: Facts,
  commit: Commit,
  { versions, accepted }: { readonly versions: readonly Version[]; readonly accepted: readonly Accepted[] },
): void {
  const { database } = facts;
  for (const version of versions) {
    const { botId } = version.after;
    checkCounts(version, accepted.filter(({ report }) => report.bot_id === botId).length);
    checkSplit(facts, version.after);
    checkCaused(facts, version, commit.nowMs);
  }
  for (const each of accepted) checkReport(facts, each);
  for (const { before, after } of changesOf(commit, 'votes')) {
    const times = facts.votes.get(after?.user_id ?? '') ?? 0;
    if (!before && after)
      must('I1 votes', times === 1, `the vote of ${after.user_id} is stored ${times} times`);
  }
  const moved = [...changesOf(commit, 'report_hours'), ...changesOf(commit, 'reports')].flatMap(
    ({ before, after }) => before ?? after ?? [],
  );
  for (const place of new Set(
    moved.map((row) => `${row.bot_id} ${'hour_ms' in row ? row.hour_ms : hourOf(row.at_ms)}`),
  )) {
    const [botId = '', hourMs] = place.split(' ');
    checkHour(facts, botId, Number(hourMs), commit.nowMs);
  }
  for (const change of changesOf(commit, 'events')) checkEvent(database, change, commit);
  for (const { after } of changesOf(commit, 'vote_days'))
    if (after !== undefined) checkVoteDay(database, after);
}

/** I1, I3, I4: `accepted` reports of the bot are in the commit. */
function checkCounts({ before, after, usedBefore }: Version, accepted: number): void {
  const { botId, cycle, plan } = after;
  const { callsPerCycle: limit } = PLANS[plan];
  const counted = cycle.used - usedBefore;
  const isCarried = cycle.index > before.cycle.index || cycle.used >= before.cycle.used;
  must('I3', isCarried, `${botId}: a step back of the clock restores ${before.cycle.used} calls`);
  must('I3', counted >= 0, `${botId}: used fell from ${usedBefore} to ${cycle.used}`);
  must(
    'I4',
    counted === 0 || cycle.used <= limit,
    `${botId}: a call is counted at ${usedBefore} of ${limit}`,
  );
  must('I4', counted === 0 || !before.isDisabled, `${botId}: a call is counted although it is disabled`);
  must('I4', accepted <= counted, `${botId}: an accepted report is not counted`);
  const isInHistory = after.reportsTotal - before.reportsTotal === accepted;
  must('I1', isInHistory, `${botId}: a report is not in the history`);
}

/** I11: by operation and by key, the calls of each day add up to those that were counted. */
function checkSplit({ database, hasSteppedBack }: Facts, { botId, days, usagePart }: Account): void {
  const stored = database.rows('usage_parts').filter((part) => part.bot_id === botId);
  const parts = usagePart === null ? stored : [...stored, usagePart];
  for (const { day, calls } of days) {
    const sum = (of: 'operations' | 'keys') =>
      parts.filter((part) => part.day === day).reduce((all, part) => all + sumOf(part[of]), 0);
    const [operations, keys] = [sum('operations'), sum('keys')];
    const isSplit = operations === keys && (hasSteppedBack ? operations <= calls : operations === calls);
    must('I11', isSplit, `${botId}, day ${day}: ${calls} calls, ${operations} by operation, ${keys} by key`);
  }
}

/** I1: the events that an account causes are stored with it. */
function checkCaused(facts: Facts, { before, after, usedBefore }: Version, nowMs: number): void {
  const { database } = facts;
  const { botId, cycle, plan } = after;
  const limit = PLANS[plan].callsPerCycle;
  for (const [type, percent] of QUOTA_EVENTS) {
    const isReached = (used: number) => used * 100 >= limit * percent;
    const isCrossed = before.plan === plan && !isReached(usedBefore) && isReached(cycle.used);
    const isStored = !isCrossed || hasEvent(database, botId, type, `${cycle.index}:${plan}`);
    must('I1 events', isStored, `${botId}: ${type} is missing`);
  }
  const [sinceMs, silentMs] = [before.alerts.silentSinceMs, after.alerts.silentSinceMs];
  if (sinceMs !== null && silentMs === null) {
    must(
      'I1 events',
      hasEvent(database, botId, 'bot.recovered', String(sinceMs)),
      `${botId}: bot.recovered is missing`,
    );
  }
  if (sinceMs !== null || silentMs === null) return;
  must(
    'I1 events',
    hasEvent(database, botId, 'bot.silent', String(silentMs)),
    `${botId}: bot.silent is missing`,
  );
  if (facts.hasStepped) return;
  const later = facts.reports.get(botId)?.find(({ at_ms: atMs }) => atMs > silentMs);
  must(
    'silences',
    later === undefined,
    `${botId}: notified as silent since ${silentMs}, with a report at ${later?.at_ms}`,
  );
  const quietMs = nowMs - Math.max(silentMs, after.pausedUntilMs ?? 0);
  must('silences', quietMs >= silentAfterMs(after), `${botId}: notified as silent after ${quietMs} ms`);
}

/** Without the time after a change of the plan, which is longer. */
export const silentAfterMs = ({ silentAfterMs, plan }: Account): number =>
  silentAfterMs ?? Math.max(3 * PLANS[plan].intervalMinutes, 15) * MINUTE_MS;

/** I1, I2. */
function checkReport({ database, stored }: Facts, { report, sinceMs }: Accepted): void {
  const { bot_id: botId, at_ms: atMs, server_count: serverCount } = report;
  const times = stored.get(serverCount) ?? 0;
  must('I1', times === 1, `${botId}: the report of ${serverCount} servers is stored ${times} times`);
  const plan = database.bot(botId)?.plan ?? 'free';
  const isApart = sinceMs === null || atMs - sinceMs >= PLANS[plan].intervalMinutes * MINUTE_MS;
  must('I2', isApart, `${botId}: accepted ${atMs - (sinceMs ?? 0)} ms after the last report on ${plan}`);
}

/** I9: what is folded of an hour is what all its reports say, and nothing is folded or deleted before its time. */
function checkHour(
  { database, reports, hasSteppedBack }: Facts,
  botId: string,
  hourMs: number,
  nowMs: number,
): void {
  const account = database.bot(botId);
  const isOfHour = (each: Row<'reports'>) => each.bot_id === botId && hourOf(each.at_ms) === hourMs;
  const left = database.rows('reports').filter(isOfHour);
  const numbers = new Set(left.map(({ number }) => number));
  const gone = (reports.get(botId) ?? []).filter((each) => isOfHour(each) && !numbers.has(each.number));
  if (account === undefined || gone.length === 0) return;
  const hour = database.rows('report_hours').find((row) => row.bot_id === botId && row.hour_ms === hourMs);
  const name = `${botId}: the hour ${hourMs}`;
  if (hour === undefined) {
    const isExpired = gone.some(({ at_ms: atMs }) => atMs < keptFromMs(account, nowMs));
    must('I9', isExpired, `${name} lacks ${gone.length} of its reports`);
    return;
  }
  const all = gone.toSorted((a, b) => a.at_ms - b.at_ms || a.number - b.number);
  const [first, last] = [all[0], all.at(-1)];
  const of = (column: 'server_count' | 'user_count') => {
    const counts = all.map((each) => each[column]);
    return [counts[0], counts.at(-1), Math.min(...counts), Math.max(...counts)];
  };
  const times = [all.length, (first?.at_ms ?? 0) - hourMs, (last?.at_ms ?? 0) - hourMs];
  const expected = [...times, ...of('server_count'), ...of('user_count')];
  const found = [
    ...[hour.reports, hour.first_offset_ms, hour.last_offset_ms],
    ...[hour.server_first, hour.server_last, hour.server_min, hour.server_max],
    ...[hour.user_first, hour.user_last, hour.user_min, hour.user_max],
  ];
  must('I9', found.join() === expected.join(), `${name} is ${found}, its reports are ${expected}`);
  if (hasSteppedBack) return;
  must('I9', hourMs + HOUR_MS <= nowMs - KEPT_AS_SENT_MS, `${name} is folded too early`);
  must('I9', left.length === 0, `${name} is folded in part`);
}

/** I1: an event has its cause and stays; when it is routed, every webhook that wants it has its delivery. */
function checkEvent(
  database: Database,
  { before, after }: Change<'events'>,
  { nowMs, changes }: Commit,
): void {
  if (after === undefined) {
    const isOld = before?.type === 'vote.created' || (before?.at_ms ?? 0) < nowMs - EVENTS_KEPT_MS;
    must('I1 events', isOld, `${before?.id} is lost`);
    return;
  }
  const { id, type, period, bot_id: botId } = after;
  if (before === undefined) {
    const account = database.bot(botId);
    const percent = QUOTA_EVENTS.find(([of]) => of === type)?.[1] ?? 0;
    const isReached =
      account === undefined || account.cycle.used * 100 >= PLANS[account.plan].callsPerCycle * percent;
    must('I1 events', isReached, `${id} is notified at ${account?.cycle.used} calls`);
    const hasVote =
      type !== 'vote.created' || changes.some((each) => each.table === 'votes' && each.id === period);
    must('I1 events', hasVote, `${id} has no vote`);
    const isRemembered = type !== 'bot.silent' || account?.alerts.silentSinceMs === Number(period);
    must('I1 events', isRemembered, `${id} is notified, and its account does not know it`);
  }
  if (before === undefined || before.routed_at_ms !== null || (after.routed_at_ms ?? 0) === 0) return;
  const deliveries = database.rows('deliveries').filter(({ event_id }) => event_id === id);
  for (const webhook of database.rows('webhook_endpoints')) {
    if (webhook.bot_id !== botId || webhook.status !== 'on') continue;
    const isThere = deliveries.some(({ endpoint_id }) => endpoint_id === webhook.id);
    must('outbox', isThere, `${id} is routed without its delivery`);
  }
}

/** The votes of a day are those that were stored. */
function checkVoteDay({ commits }: Database, { bot_id: botId, day, votes }: Row<'vote_days'>): void {
  const counted = commits
    .flatMap((commit) => changesOf(commit, 'votes'))
    .flatMap(({ before, after }) =>
      !before && after?.bot_id === botId && Math.floor(after.voted_at_ms / DAY_MS) === day
        ? [after.weight]
        : [],
    )
    .reduce((sum, weight) => sum + weight, 0);
  must('I1 votes', votes === counted, `${botId}, day ${day}: ${votes} votes, ${counted} stored`);
}

/** A bot that has been silent for long is told as such, also if a part of it was planned. For worlds without faults. */
export function checkSilences({ database, hasStepped, isDisturbed }: Facts): void {
  if (hasStepped || isDisturbed) return;
  for (const account of database.rows('bots')) {
    const { botId, lastReport, lastHeartbeatAtMs, pausedUntilMs, planChangedAtMs, enabledAtMs, alerts } =
      account;
    const isStopped = account.isDisabled || account.cycle.used >= PLANS[account.plan].callsPerCycle;
    // Silences from before the first search are not told, and after a recent one it takes twice as long.
    const sign = Math.max(lastReport?.atMs ?? 0, lastHeartbeatAtMs ?? 0);
    const sinceMs = Math.max(sign, pausedUntilMs ?? 0, planChangedAtMs ?? 0, enabledAtMs ?? 0);
    const isExpected = !isStopped && sign > database.nowMs - HOUR_MS && alerts.recoveredAtMs === null;
    const isLong = database.nowMs - sinceMs > silentAfterMs(account) + 3 * MINUTE_MS;
    const isTold = alerts.silentSinceMs !== null;
    must('silences', isTold || !isExpected || !isLong, `${botId}: its silence since ${sign} is not notified`);
  }
}
