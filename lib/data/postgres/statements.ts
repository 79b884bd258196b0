import type { Account } from '@/lib/domain/bots/account';
import { KEPT_AS_SENT_MS } from '@/lib/domain/history/history';
import { EXPIRED_HOURS_AT_ONCE, retentionLimits, TOGETHER_MS } from '@/lib/domain/history/retention';
import { daysKept } from '@/lib/domain/quota/days';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { Decision } from '@/lib/domain/reports/decide';
import { effectsByKind, type RetentionEffect } from '@/lib/domain/reports/effect';
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  MARK_COLUMNS,
  oldestMarks,
  PART_COLUMNS,
  REPORT_COLUMNS,
  ROW_COLUMNS,
  toColumns,
  toMarkColumns,
  toPartColumns,
} from '../account-row';
import { EVENT_COLUMNS, toEventColumns } from '../event-row';
import { foldSql, hourSql } from '../fold-sql';

/** How many values `retentionValues` has. */
const RETENTION_VALUES = 6;

/** Values for the parameters of `retentionParts`, in that order. */
export function retentionValues(effect: RetentionEffect): number[] {
  const { deletedBeforeMs, foldedBeforeMs } = retentionLimits(effect);
  return [
    effect.nowMs,
    effect.fromMs,
    effect.keptMs,
    effect.hours * HOUR_MS,
    deletedBeforeMs,
    foldedBeforeMs,
  ];
}

/** Whether there can be hours to fold: on a plan that keeps no hours, all that are due are deleted. */
function canFold(effect: RetentionEffect): boolean {
  const { deletedBeforeMs, foldedBeforeMs } = retentionLimits(effect);
  return deletedBeforeMs < foldedBeforeMs;
}

/**
 * The parts of a statement that writes an account with a RetentionEffect: expressions before and after a part named
 * `updated`, which changes the bot's row only if its version is unchanged, and the value of `history_due_at_ms` for it.
 * The bot is $1, the time of its oldest new report or null is `oldestNewMs`, other parameters start at number `from`. As a
 * part reads the rows from before the statement, the next due hour is that of the rows which are not removed.
 *
 * Each part is MATERIALIZED: PostgreSQL would evaluate one that is used once for each mention of its columns.
 */
function retentionParts(from: number, oldestNewMs: string, isFolding: boolean) {
  const parameters = [0, 1, 2, 3, 4, 5].map((i) => `$${from + i}::bigint`);
  const [now, since, kept, length, deletedBefore, foldedBefore] = parameters;
  const before = `
    oldest AS MATERIALIZED (
      SELECT (SELECT min(at_ms) FROM reports WHERE bot_id = $1 AND at_ms >= ${since}) AS at_ms,
        coalesce((SELECT starts_at_ms FROM folding), ${Number.MAX_SAFE_INTEGER}) AS folding_from_ms
    ), span AS MATERIALIZED (
      SELECT folding_from_ms, hour_ms >= ${deletedBefore} AS is_folded, CASE
        WHEN hour_ms < ${deletedBefore} THEN least(${deletedBefore}, hour_ms + ${length})
        WHEN hour_ms < ${foldedBefore} AND folding_from_ms <= ${now} THEN least(${foldedBefore}, hour_ms + ${length})
        ELSE hour_ms END AS until_ms
      FROM (SELECT ${hourSql('at_ms')} AS hour_ms, folding_from_ms FROM oldest) AS stored
    ), staying AS MATERIALIZED (
      SELECT coalesce(
        least((SELECT min(at_ms) FROM reports WHERE bot_id = $1 AND at_ms >= (SELECT until_ms FROM span)), ${oldestNewMs}),
        ${now}) AS at_ms
    ), due AS MATERIALIZED (
      SELECT ${hourSql('at_ms')} + ${TOGETHER_MS} AS end_ms FROM staying
    )`;
  const dueAt = `(SELECT least(end_ms + ${kept}, greatest(end_ms + ${KEPT_AS_SENT_MS}, folding_from_ms)) FROM due, span)`;
  const folded = `, folded AS (${foldSql('SELECT * FROM removed WHERE (SELECT is_folded FROM span)', {
    greatest: 'greatest',
    least: 'least',
  })})`;
  const after = `
    removed AS (
      DELETE FROM reports WHERE bot_id = (SELECT id FROM updated) AND at_ms >= ${since} AND at_ms < (SELECT until_ms FROM span)
      ${isFolding ? 'RETURNING *' : ''}
    )${isFolding ? folded : ''}, expired AS (
      DELETE FROM report_hours WHERE bot_id = (SELECT id FROM updated) AND hour_ms IN (
        SELECT hour_ms FROM report_hours WHERE bot_id = $1 AND hour_ms < ${deletedBefore}
        ORDER BY hour_ms LIMIT ${EXPIRED_HOURS_AT_ONCE})
    )`;
  return { before, dueAt, after };
}

/** A row with the database's time of the read, and the version that a write must find unchanged. */
export type ReadRow = AccountRow & {
  version: number;
  now_ms: number;
  key_id: string | null;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  key_number: number | null;
  /** Where the bot is on a cluster; of a key's bot only. */
  shard?: number | null;
};

export const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** The same in a condition of a cluster's update, where Citus refuses a volatile function. */
export const STATEMENT_CLOCK = CLOCK.replace('clock_timestamp', 'statement_timestamp');

/** Columns by name: with `*`, a column that a newer version adds would break planned statements. */
const ROW = `${[...ROW_COLUMNS, 'version'].map((column) => `b.${column}`).join(', ')}, ${CLOCK} AS now_ms`;

/** Named, so that each connection plans the statement once. */
export const READ_BY_KEY = {
  name: 'read-by-key',
  text: `SELECT ${ROW}, k.id AS key_id, k.expires_at_ms, k.revoked_at_ms, k.number AS key_number
    FROM api_keys k JOIN bots b ON b.id = k.bot_id WHERE k.hash = $1`,
};
export const READ_BY_BOT = {
  name: 'read-by-bot',
  text: `SELECT ${ROW}, NULL AS key_id, NULL AS expires_at_ms, NULL AS revoked_at_ms, NULL AS key_number FROM bots b WHERE b.id = $1`,
};
/** For a database that is spread: the key is on the coordinator, its bot on a worker. */
export const READ_KEY = {
  name: 'read-key',
  text: `SELECT bot_id, id AS key_id, expires_at_ms, revoked_at_ms, number AS key_number, created_at_ms,
    get_shard_id_for_distribution_column('bots', bot_id) AS shard FROM api_keys WHERE hash = $1`,
};
export const LOCK = { name: 'lock-bot', text: 'SELECT 1 FROM bots WHERE id = $1 FOR UPDATE' };

const ACCOUNT_ASSIGNMENTS = ACCOUNT_COLUMNS.map((column, i) => `${column} = $${i + 3}`).join(', ');
const updateAccount = (more = '') =>
  `UPDATE bots SET ${ACCOUNT_ASSIGNMENTS}${more}, version = version + 1 WHERE id = $1 AND version = $2`;
const updated = (more?: string) => `updated AS (${updateAccount(more)} RETURNING id, owner_id)`;

const REPORTS_FROM = ACCOUNT_COLUMNS.length + 3;
const parametersOf = (type: string) => [0, 1, 2, 3, 4].map((i) => `$${REPORTS_FROM + i}::${type}`);
const [AT_MS = '', ...COUNTS] = parametersOf('bigint');
const ADD_REPORT = `INSERT INTO reports (${REPORT_COLUMNS}) SELECT id, ${[AT_MS, ...COUNTS]} FROM updated`;
const [TIMES = '', ...LISTS] = parametersOf('bigint[]');
const ADD_REPORTS = `INSERT INTO reports (${REPORT_COLUMNS})
  SELECT updated.id, r.* FROM updated, unnest(${[TIMES, ...LISTS]}) AS r`;
const RETENTION_FROM = REPORTS_FROM + 5;

const addEvents = (from: number) => {
  const arrays = EVENT_COLUMNS.map(
    (column, i) => `$${from + i}::${column.endsWith('_ms') ? 'bigint' : 'text'}[]`,
  );
  return `added_events AS (INSERT INTO events (${EVENT_COLUMNS.join()}, owner_id)
  SELECT e.*, updated.owner_id FROM updated, unnest(${arrays}) AS e
  ON CONFLICT (bot_id, type, period) DO NOTHING)`;
};

function withRetention(from: number, oldestNewMs: string, isFolding: boolean, parts: readonly string[]) {
  const { before, dueAt, after } = retentionParts(from, oldestNewMs, isFolding);
  return `WITH ${[before, updated(`, history_due_at_ms = ${dueAt}`), after, ...parts].join()}`;
}
const writeRetention = (name: string, oldestNewMs: string, isFolding: boolean, ...parts: string[]) => ({
  name,
  text: `${withRetention(RETENTION_FROM, oldestNewMs, isFolding, parts)} SELECT id FROM updated`,
});

export const WRITE_ACCOUNT = { name: 'write-account', text: updateAccount() };
const WRITE_REPORT = { name: 'write-report', text: `WITH ${updated()} ${ADD_REPORT}` };
const WRITE_EVENTS = {
  name: 'write-events',
  text: `WITH ${updated()}, ${addEvents(REPORTS_FROM)} SELECT id FROM updated`,
};
const EVENTS_FROM = REPORTS_FROM + 5;
const reportsAndEvents = (name: string, more = '') => ({
  name,
  text: `WITH ${updated()}, added AS (${ADD_REPORTS}), ${addEvents(EVENTS_FROM)}${more} SELECT id FROM updated`,
});
const WRITE_REPORTS_AND_EVENTS = reportsAndEvents('write-reports-and-events');
const ADDED = `added AS (${ADD_REPORT})`;
const WRITE_DELETION = writeRetention('write-deletion', AT_MS, false, ADDED);
const WRITE_FOLDING = writeRetention('write-folding', AT_MS, true, ADDED);
/**
 * Folds only. The commit does not wait for the disk, so that no call waits for it: nothing is acknowledged, and what a
 * crash undoes is folded again. As the WAL keeps its order, no later commit survives without this one.
 */
const FOLD = {
  name: 'fold',
  text: `${withRetention(REPORTS_FROM, 'NULL::bigint', true, [])}
    SELECT id, set_config('synchronous_commit', 'off', true) FROM updated`,
};
const ALL_EVENTS_FROM = RETENTION_FROM + RETENTION_VALUES;
const writeAll = (name: string, ...more: string[]) =>
  writeRetention(
    name,
    `(SELECT min(t) FROM unnest(${TIMES}) AS t)`,
    true,
    `added AS (${ADD_REPORTS})`,
    addEvents(ALL_EVENTS_FROM),
    ...more,
  );
const WRITE_ALL = writeAll('write-all');

/** Adds parts as one array per column, and deletes those of days outside of two. */
function moveParts(from: number): string {
  const [time, day, cycle, operations, keys, first, last] = [0, 1, 2, 3, 4, 5, 6].map((i) => `$${from + i}`);
  const arrays = [`${time}::bigint[]`, `${day}::bigint[]`, `${cycle}::bigint[]`, `${operations}::text[]`];
  return `moved_part AS (INSERT INTO usage_parts (${PART_COLUMNS})
    SELECT updated.id, p.* FROM updated, unnest(${[...arrays, `${keys}::text[]`]}) AS p
  ), expired_parts AS (
    DELETE FROM usage_parts WHERE bot_id = (SELECT id FROM updated) AND (day < ${first}::bigint OR day > ${last}::bigint)
  )`;
}
/** Once a day of each bot, with whatever else its call writes. */
const WRITE_PARTS = reportsAndEvents('write-parts', `, ${moveParts(EVENTS_FROM + EVENT_COLUMNS.length)}`);
const PARTS_VALUES = PART_COLUMNS.length - 1 + 2;
const MARK_FROM = EVENTS_FROM + EVENT_COLUMNS.length + PARTS_VALUES;
const [markAt, ...ofMark] = MARK_COLUMNS.slice(1).map((_, i) => `$${MARK_FROM + i}`);
/** A mark, with whatever else its call writes: the same statement for all, as few calls have one. */
const WRITE_MARK = reportsAndEvents(
  'write-mark',
  `, ${moveParts(EVENTS_FROM + EVENT_COLUMNS.length)}, trimmed AS (
    DELETE FROM marks WHERE bot_id = (SELECT id FROM updated) AND id IN (${oldestMarks('$1')})
  ), added_mark AS (INSERT INTO marks (${MARK_COLUMNS}) SELECT id, ${markAt}::bigint, ${ofMark.map((value) => `${value}::text`)} FROM updated)`,
);
const WRITE_ALL_AND_PARTS = writeAll(
  'write-all-and-parts',
  moveParts(ALL_EVENTS_FROM + EVENT_COLUMNS.length),
);

/**
 * The statement that writes a decision on the account `before`. It changes nothing, and has no rows, if the row is no
 * longer at `version`. What most calls write has statements of its own: arrays, and parts that do nothing, take time too.
 */
export function writeStatement(
  { account, effects }: Decision<unknown>,
  before: Account,
  version: number,
): { name: string; text: string; values: unknown[] } {
  const ofAccount: unknown[] = [account.botId, version, ...toColumns(account)];
  if (effects.length === 0) return { ...WRITE_ACCOUNT, values: ofAccount };
  const { reports, retention, events, parts, mark } = effectsByKind(effects);
  const ofReports = reports.map((r) => [r.atMs, r.number, r.serverCount, r.userCount, r.shardCount]);
  const ofRetention = retention === null ? [] : retentionValues(retention);
  if (account === before && reports.length === 0 && events.length === 0 && parts === null && mark === null) {
    return { ...FOLD, values: [...ofAccount, ...ofRetention] };
  }
  const [report, ...moreReports] = ofReports;
  if (events.length === 0 && report !== undefined && moreReports.length === 0 && parts === null) {
    const values = [...ofAccount, ...report, ...ofRetention];
    if (retention === null) return { ...WRITE_REPORT, values };
    return { ...(canFold(retention) ? WRITE_FOLDING : WRITE_DELETION), values };
  }
  const ofEvents = columnsOf(
    events.map(({ event }) => toEventColumns(event)),
    EVENT_COLUMNS.length,
  );
  if (reports.length === 0 && retention === null && parts === null && mark === null) {
    return { ...WRITE_EVENTS, values: [...ofAccount, ...ofEvents] };
  }
  const values = [...ofAccount, ...columnsOf(ofReports, 5), ...ofRetention, ...ofEvents];
  if (parts === null && mark === null)
    return { ...(retention === null ? WRITE_REPORTS_AND_EVENTS : WRITE_ALL), values };
  const moved = parts?.moved ? [toPartColumns(parts.moved)] : [];
  values.push(...columnsOf(moved, PART_COLUMNS.length - 1));
  values.push(...(parts === null ? ALL_DAYS : daysKept(parts.day)));
  if (mark !== null) return { ...WRITE_MARK, values: [...values, ...toMarkColumns(mark.mark)] };
  return { ...(retention === null ? WRITE_PARTS : WRITE_ALL_AND_PARTS), values };
}

/** The days whose parts are kept where none is to be deleted. */
const ALL_DAYS = [0, Number.MAX_SAFE_INTEGER];

/** Rows as one array per column. */
export const columnsOf = (rows: readonly (readonly unknown[])[], columns: number): unknown[][] =>
  Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]));

/**
 * Begins a statement with `given`: ids with times, whose rows are locked in one order. Two instances that write the same rows
 * would deadlock otherwise. MATERIALIZED, so that they are locked once: while the statistics say that the table is empty, the
 * planner would lock all of them again for each row of the table.
 */
const withLockedRows = (table: string) => `WITH given AS MATERIALIZED (SELECT id, at_ms FROM ${table}
  JOIN unnest($1::text[], $2::bigint[]) AS u (id, at_ms) USING (id) ORDER BY id FOR NO KEY UPDATE OF ${table})`;

export const WRITE_KEY_USES = {
  name: 'write-key-uses',
  text: `${withLockedRows('api_keys')} UPDATE api_keys SET last_used_at_ms = greatest(api_keys.last_used_at_ms, given.at_ms)
    FROM given WHERE api_keys.id = given.id`,
};
/** Replaces a later time only if that lies in the future, as after a clock step back. */
export const WRITE_HEARTBEATS = {
  name: 'write-heartbeats',
  text: `${withLockedRows('bots')} UPDATE bots SET last_heartbeat_at_ms = given.at_ms
    FROM given WHERE bots.id = given.id AND (last_heartbeat_at_ms BETWEEN given.at_ms AND ${CLOCK}) IS NOT TRUE`,
};
export const PROBE = {
  name: 'probe',
  text: `INSERT INTO probes (id, at_ms) VALUES (1, ${CLOCK}) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms`,
};
