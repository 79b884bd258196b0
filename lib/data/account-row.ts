import type { Selectable } from 'kysely';
import { type Account, type AlertState, type CycleCount, NO_ALERTS } from '@/lib/domain/bots/account';
import type { DayCount } from '@/lib/domain/quota/days';
import { PLANS } from '@/lib/domain/quota/plan';
import type { CurrentPart, Tally, UsagePart } from '@/lib/domain/quota/usage-part';
import { withinCalendar } from '@/lib/domain/text/time';
import type { Schema } from './schema';
import { warnOfRow } from './warn-of-row';

/** The text of a bot without alerts (nearly all bots), for which a call then parses nothing, or without a part. */
const NONE = '';

/** The columns of `bots` that a metered call reads. */
export type AccountRow = Selectable<Schema['bots']>;

/** Whether the columns have the types that the schema requires: from a damaged page SQLite can read anything. */
export const isValid = (row: AccountRow): boolean =>
  typeof row.id === 'string' &&
  typeof row.name === 'string' &&
  Object.hasOwn(PLANS, row.plan) &&
  typeof row.left_cycles === 'string' &&
  typeof row.day_counts === 'string' &&
  typeof row.alert_state === 'string' &&
  typeof row.usage_part === 'string' &&
  [row.registered_at_ms, row.cycle_index, row.cycle_used, row.reports_total].every(Number.isInteger);

/** Leaves a row that is not valid out of a list, so that it costs itself alone. */
export function isListed(row: AccountRow): boolean {
  if (isValid(row)) return true;
  warnOfRow('bots', row.id, 'cannot be read and is left out.');
  return false;
}

export function toAccount(row: AccountRow): Account {
  const { last_report_at_ms: atMs, server_count, user_count, shard_count } = row;
  const hasReport = atMs !== null && server_count !== null && user_count !== null && shard_count !== null;
  return {
    botId: row.id,
    ownerId: row.owner_id,
    name: row.name,
    plan: row.plan,
    planChangedAtMs: row.plan_changed_at_ms,
    formerHistoryDays: row.former_history_days,
    enabledAtMs: row.enabled_at_ms,
    silentAfterMs: row.silent_after_ms,
    pausedUntilMs: row.paused_until_ms,
    formerIntervalMinutes: row.former_interval_minutes,
    ...disablingOf(row),
    registeredAtMs: withinCalendar(row.registered_at_ms),
    cycle: { index: row.cycle_index, used: row.cycle_used },
    leftCycles: decodeCycles(row.left_cycles),
    days: decodeDays(row.day_counts),
    usagePart: decodePart(row.usage_part),
    lastReport: hasReport
      ? {
          atMs: withinCalendar(atMs),
          serverCount: server_count,
          userCount: user_count,
          shardCount: shard_count,
        }
      : null,
    lastHeartbeatAtMs: row.last_heartbeat_at_ms,
    reportsTotal: row.reports_total,
    alerts: decodeAlerts(row.alert_state),
  };
}

/** Whether a bot is disabled; if so, since when and why. */
export const disablingOf = (row: Pick<AccountRow, 'disabled_at_ms' | 'disabled_reason'>) =>
  row.disabled_at_ms === null
    ? { isDisabled: false }
    : { isDisabled: true, disabledAtMs: row.disabled_at_ms, disabledReason: row.disabled_reason };

/** Values for ACCOUNT_COLUMNS, in that order. */
export function toColumns(account: Account): (string | number | null)[] {
  const { cycle, lastReport } = account;
  return [
    cycle.index,
    cycle.used,
    account.leftCycles.map((c) => `${c.index}:${c.used}`).join(),
    account.days.map((d) => `${d.day}:${d.calls}:${d.rejected}`).join(),
    lastReport?.atMs ?? null,
    lastReport?.serverCount ?? null,
    lastReport?.userCount ?? null,
    lastReport?.shardCount ?? null,
    account.reportsTotal,
    encodeAlerts(account.alerts),
    encodePart(account.usagePart),
  ];
}

/** The only columns of `bots` that a metered call writes, so that it never overwrites an admin's change. */
export const ACCOUNT_COLUMNS = [
  'cycle_index',
  'cycle_used',
  'left_cycles',
  'day_counts',
  'last_report_at_ms',
  'server_count',
  'user_count',
  'shard_count',
  'reports_total',
  'alert_state',
  'usage_part',
] as const satisfies readonly (keyof AccountRow)[];

/** The values of a part after its bot's id. */
export const toPartColumns = (part: UsagePart): readonly (string | number)[] => [
  part.startedAtMs,
  part.day,
  part.cycle,
  encodeTally(part.operations),
  encodeTally(part.keys),
];

/** The columns of a Bot without its owner. */
export const BOT_COLUMNS = [
  'id',
  'name',
  'plan',
  'plan_changed_at_ms',
  'former_history_days',
  'disabled_at_ms',
  'disabled_reason',
  'registered_at_ms',
  'enabled_at_ms',
  'silent_after_ms',
  'paused_until_ms',
  'former_interval_minutes',
] as const satisfies readonly (keyof AccountRow)[];

/** The columns of an AccountRow. */
export const ROW_COLUMNS = [
  ...BOT_COLUMNS,
  'last_heartbeat_at_ms',
  ...ACCOUNT_COLUMNS,
  'owner_id',
] as const satisfies readonly (keyof AccountRow)[];

const decodeCycles = (text: string): CycleCount[] =>
  entriesOf(text, 2).map(([index = 0, used = 0]) => ({ index, used }));

const decodeDays = (text: string): DayCount[] =>
  entriesOf(text, 3).map(([day = 0, calls = 0, rejected = 0]) => ({ day, calls, rejected }));

const encodeTally = (tally: Tally): string => tally.map(([of, calls]) => `${of}:${calls}`).join();

export const decodeTally = (text: string): Tally =>
  entriesOf(text, 2).map(([of = 0, calls = 0]) => [of, calls] as const);

/** At most 2 kB: with 64 keys about 1 kB. */
const encodePart = (part: CurrentPart | null): string =>
  part === null
    ? NONE
    : [
        [part.startedAtMs, part.day, part.cycle, part.splitFromDay, Number(part.isCycleSplit)].join(':'),
        encodeTally(part.operations),
        encodeTally(part.keys),
      ].join(';');

/** One that is damaged is as none: the calls of its day are not split then. */
function decodePart(text: string): CurrentPart | null {
  if (text === NONE) return null;
  const [head = '', operations = '', keys = ''] = text.split(';');
  const [startedAtMs, day, cycle, splitFromDay, isSplit] = entriesOf(head, 5)[0] ?? [];
  if (startedAtMs === undefined || day === undefined || cycle === undefined || splitFromDay === undefined)
    return null;
  return {
    startedAtMs,
    day,
    cycle,
    operations: decodeTally(operations),
    keys: decodeTally(keys),
    splitFromDay,
    isCycleSplit: isSplit === 1,
  };
}

const [COMMA, COLON, ZERO, NINE, MINUS] = [44, 58, 48, 57, 45];

/**
 * `1:2,4:5` is two cycles, `1:2:3,4:5:6` two days; malformed entries are dropped. In one pass, an eighth of the time of `split`:
 * each call reads a month of days, and whoever counts all bots reads those of each.
 */
function entriesOf(text: string, length: number): number[][] {
  const entries: number[][] = [];
  let numbers: number[] = [];
  let [value, sign, start, isValid] = [0, 1, 0, true];
  for (let at = 0; text !== '' && at <= text.length; at++) {
    const code = at === text.length ? COMMA : text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO;
    else if (code === COMMA || code === COLON) {
      isValid &&= at > start;
      numbers.push(sign * value);
      [value, sign, start] = [0, 1, at + 1];
      if (code === COLON) continue;
      if (isValid && numbers.length === length) entries.push(numbers);
      [numbers, isValid] = [[], true];
    } else if (code === MINUS && at === start && sign === 1) [sign, start] = [-1, at + 1];
    else isValid = false;
  }
  return entries;
}

/** Matches alert_state of bots whose silence has not been announced yet. */
export const TELLS_NO_SILENCE = '%"silentSinceMs":null%';

export const encodeAlerts = (alerts: AlertState): string =>
  alerts.exhaustedPeriod !== null ||
  alerts.drop ||
  alerts.silentSinceMs !== null ||
  alerts.recoveredAtMs !== null ||
  alerts.beforePause !== null
    ? JSON.stringify(alerts)
    : NONE;

/** Parts that are missing or damaged are as in NO_ALERTS. */
function decodeAlerts(text: string): AlertState {
  if (text === NONE) return NO_ALERTS;
  const { exhaustedPeriod, drop, silentSinceMs, recoveredAtMs, beforePause } = parse(text);
  const isDrop = drop != null && Number.isInteger(drop.before) && Number.isInteger(drop.atMs);
  return {
    exhaustedPeriod: typeof exhaustedPeriod === 'string' ? exhaustedPeriod : null,
    drop: isDrop ? { before: drop.before, atMs: drop.atMs } : null,
    silentSinceMs: Number.isInteger(silentSinceMs) ? (silentSinceMs ?? null) : null,
    recoveredAtMs: Number.isInteger(recoveredAtMs) ? (recoveredAtMs ?? null) : null,
    beforePause: Number.isInteger(beforePause) ? (beforePause ?? null) : null,
  };
}

function parse(text: string): Partial<AlertState> {
  try {
    return (JSON.parse(text) as Partial<AlertState> | null) ?? {};
  } catch {
    return {};
  }
}
