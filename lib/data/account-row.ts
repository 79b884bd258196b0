import type { Account, CycleCount } from '@/lib/domain/account';
import type { DayCount } from '@/lib/domain/days';
import type { Retention } from '@/lib/domain/history';
import { PLANS, type PlanName } from '@/lib/domain/plan';

/** The columns of `bots` that a metered call reads. */
export type AccountRow = {
  id: string;
  name: string;
  plan: PlanName;
  plan_changed_at_ms: number | null;
  former_history_days: number;
  disabled_at_ms: number | null;
  registered_at_ms: number;
  cycle_index: number;
  cycle_used: number;
  left_cycles: string;
  day_counts: string;
  last_report_at_ms: number | null;
  server_count: number | null;
  user_count: number | null;
  shard_count: number | null;
  reports_total: number;
};

/** Whether the columns hold what the schema lets them hold: on a damaged page SQLite may read anything. */
export const isSound = (row: AccountRow): boolean =>
  typeof row.id === 'string' &&
  typeof row.name === 'string' &&
  Object.hasOwn(PLANS, row.plan) &&
  typeof row.left_cycles === 'string' &&
  typeof row.day_counts === 'string' &&
  [row.registered_at_ms, row.cycle_index, row.cycle_used, row.reports_total].every(Number.isSafeInteger);

export function toAccount(row: AccountRow): Account {
  const { last_report_at_ms: atMs, server_count, user_count, shard_count } = row;
  const hasReport = atMs !== null && server_count !== null && user_count !== null && shard_count !== null;
  return {
    botId: row.id,
    name: row.name,
    plan: row.plan,
    isDisabled: row.disabled_at_ms !== null,
    registeredAtMs: row.registered_at_ms,
    cycle: { index: row.cycle_index, used: row.cycle_used },
    leftCycles: decodeCycles(row.left_cycles),
    days: decodeDays(row.day_counts),
    lastReport: hasReport
      ? { atMs, serverCount: server_count, userCount: user_count, shardCount: shard_count }
      : null,
    reportsTotal: row.reports_total,
  };
}

/** What decides how long the bot's reports are kept. */
export const retentionOf = (row: AccountRow): Retention => ({
  plan: row.plan,
  planChangedAtMs: row.plan_changed_at_ms,
  formerHistoryDays: row.former_history_days,
});

/** Values of the columns that a metered call writes, in the order of ACCOUNT_COLUMNS. */
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
  ];
}

/** The only columns of `bots` that a metered call writes: it never undoes what an admin changes meanwhile. */
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
] as const satisfies readonly (keyof AccountRow)[];

/** `1:2,4:5` is two cycles, `1:2:3,4:5:6` two days. Cut by position: a third of the time that splitting each takes. */
function decodeCycles(text: string): CycleCount[] {
  return entriesOf(text).map((entry) => {
    const colon = entry.indexOf(':');
    return { index: Number(entry.slice(0, colon)), used: Number(entry.slice(colon + 1)) };
  });
}

function decodeDays(text: string): DayCount[] {
  return entriesOf(text).map((entry) => {
    const first = entry.indexOf(':');
    const second = entry.indexOf(':', first + 1);
    return {
      day: Number(entry.slice(0, first)),
      calls: Number(entry.slice(first + 1, second)),
      rejected: Number(entry.slice(second + 1)),
    };
  });
}

const entriesOf = (text: string): string[] => (text === '' ? [] : text.split(','));
