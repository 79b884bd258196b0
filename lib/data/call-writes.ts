import type { Account } from '@/lib/domain/bots/account';
import { MARKS_MAX } from '@/lib/domain/history/mark';
import { daysKept } from '@/lib/domain/quota/days';
import type { Decision } from '@/lib/domain/reports/decide';
import type { Effect } from '@/lib/domain/reports/effect';
import { ACCOUNT_COLUMNS, toColumns, toPartColumns } from './account-row';
import { EVENT_COLUMNS, toEventColumns } from './event-row';
import type { Database } from './sqlite/driver.mjs';

/**
 * What a call writes, on SQLite, on PostgreSQL and on a node of a cluster: its bot's account, and rows of these tables, whose
 * columns stand here after the bot's id. tests/data/same-writes compares the three.
 */
export const CALL_ROWS = {
  reports: ['at_ms', 'number', 'server_count', 'user_count', 'shard_count'],
  events: EVENT_COLUMNS,
  usage_parts: ['started_at_ms', 'day', 'cycle_index', 'operations', 'keys'],
  marks: ['at_ms', 'id', 'kind', 'label'],
} as const;
type Table = keyof typeof CALL_ROWS;
const TABLES = Object.keys(CALL_ROWS) as Table[];

type Rows = { -readonly [T in Table]: (readonly unknown[])[] } & {
  /** The first and the last day whose usage parts stay; none are deleted if it is `null`. */
  daysKept: readonly number[] | null;
};

/** The rows of effects. */
function rowsOf(effects: readonly Effect[]): Rows {
  const rows: Rows = { reports: [], events: [], usage_parts: [], marks: [], daysKept: null };
  for (const effect of effects) {
    switch (effect.kind) {
      case 'report':
        rows.reports.push([
          effect.atMs,
          effect.number,
          effect.serverCount,
          effect.userCount,
          effect.shardCount,
        ]);
        break;
      case 'event':
        rows.events.push(toEventColumns(effect.event));
        break;
      case 'parts':
        if (effect.moved !== null) rows.usage_parts.push(toPartColumns(effect.moved));
        rows.daysKept = daysKept(effect.day);
        break;
      case 'mark': {
        const { atMs, id, kind, text } = effect.mark;
        rows.marks.push([atMs, id, kind, text]);
        break;
      }
      default:
        effect satisfies never;
    }
  }
  return rows;
}

/** An event keeps the owner that its bot has. */
const MORE_COLUMNS: Partial<Record<Table, string>> = { events: ', owner_id' };
const END: Partial<Record<Table, string>> = { events: 'ON CONFLICT (bot_id, type, period) DO NOTHING' };
const insertInto = (table: Table) =>
  `INSERT INTO ${table} (bot_id, ${CALL_ROWS[table].join(', ')}${MORE_COLUMNS[table] ?? ''})`;

/** The oldest marks of a bot, so that one more makes MARKS_MAX. */
const oldestMarks = (botId: string): string =>
  `SELECT id FROM marks WHERE bot_id = ${botId} ORDER BY at_ms DESC, id DESC LIMIT ${MARKS_MAX} OFFSET ${MARKS_MAX - 1}`;

/** On SQLite: statements that are prepared once, inside the transaction of the call. */
export function prepareCallWrites(database: Database) {
  const update = database.prepare(
    `UPDATE bots SET ${ACCOUNT_COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
  );
  const insert = (table: Table, more = '') => {
    const values = CALL_ROWS[table].map(() => '?');
    return database.prepare(`${insertInto(table)} VALUES (?, ${values}${more}) ${END[table] ?? ''}`);
  };
  const report = insert('reports');
  const event = insert('events', ', (SELECT owner_id FROM bots WHERE id = ?)');
  const part = insert('usage_parts');
  const mark = insert('marks');
  const deleteParts = database.prepare('DELETE FROM usage_parts WHERE bot_id = ? AND (day < ? OR day > ?)');
  const trimMarks = database.prepare(`DELETE FROM marks WHERE bot_id = ? AND id IN (${oldestMarks('?')})`);
  return {
    writeAccount: (account: Account) => void update.run(...toColumns(account), account.botId),
    writeEffects(botId: string, effects: readonly Effect[]): void {
      if (effects.length === 0) return;
      const rows = rowsOf(effects);
      for (const row of rows.reports) report.run(botId, ...row);
      for (const row of rows.events) event.run(botId, ...row, botId);
      for (const row of rows.usage_parts) part.run(botId, ...row);
      if (rows.daysKept !== null) deleteParts.run(botId, ...rows.daysKept);
      for (const row of rows.marks) {
        trimMarks.run(botId, botId);
        mark.run(botId, ...row);
      }
    },
  };
}

const TEXTS: readonly string[] = [
  ...['left_cycles', 'day_counts', 'alert_state', 'usage_part'],
  ...['id', 'type', 'period', 'data_json', 'operations', 'keys', 'kind', 'label'],
];
const typeOf = (column: string) => (TEXTS.includes(column) ? 'text' : 'bigint');

/** The parameters of the statements by number: the bot, its version, its account, each column of the rows, the days kept. */
const [BOT, VERSION, ...VALUES] = Array.from(
  { length: 2 + ACCOUNT_COLUMNS.length + TABLES.flatMap((table) => CALL_ROWS[table]).length + 2 },
  (_, i) => `$${i + 1}`,
);
const ACCOUNT_VALUES = VALUES.slice(0, ACCOUNT_COLUMNS.length);
const [FIRST_DAY, LAST_DAY] = VALUES.slice(-2).map((value) => `${value}::bigint`);

/** The parameters of a table's columns, each with its type: of one row, or of arrays. */
function parametersOf(table: Table, end: '' | '[]') {
  const before = TABLES.slice(0, TABLES.indexOf(table)).flatMap((one) => CALL_ROWS[one]);
  return CALL_ROWS[table].map(
    (column, i) => `${VALUES[ACCOUNT_COLUMNS.length + before.length + i]}::${typeOf(column)}${end}`,
  );
}

const ASSIGNED = ACCOUNT_COLUMNS.map((column, i) => `${column} = ${ACCOUNT_VALUES[i]}`);
const UPDATE = `UPDATE bots SET ${ASSIGNED.join(', ')}, version = version + 1 WHERE id = ${BOT} AND version = ${VERSION}`;
/** Does nothing, and so do all statements that read it, if the row is no longer at the version. */
const UPDATED = `updated AS (${UPDATE} RETURNING id, owner_id)`;
const addRows = (table: Table) => `added_${table} AS (
    ${insertInto(table)} SELECT updated.id, r.*${MORE_COLUMNS[table] ?? ''}
    FROM updated, unnest(${parametersOf(table, '[]').join(', ')}) AS r ${END[table] ?? ''})`;

const WRITE_ACCOUNT = { name: 'write-account', text: UPDATE };
/** Most calls: unpacking arrays with one report, and parts that do nothing, took a third of the time of a report. */
const WRITE_REPORT = {
  name: 'write-report',
  text: `WITH ${UPDATED} ${insertInto('reports')} SELECT id, ${parametersOf('reports', '')} FROM updated`,
};
const WRITE_ALL = {
  name: 'write-all',
  text: `WITH ${[UPDATED, ...TABLES.map(addRows)].join(', ')}, expired AS (
      DELETE FROM usage_parts WHERE bot_id = (SELECT id FROM updated) AND (day < ${FIRST_DAY} OR day > ${LAST_DAY})
    ), trimmed AS (
      DELETE FROM marks WHERE bot_id = (SELECT id FROM updated) AND id IN (${oldestMarks(String(BOT))})
        AND cardinality(${parametersOf('marks', '[]')[0]}) > 0
    ) SELECT id FROM updated`,
};

const ofAccount = ACCOUNT_COLUMNS.map((column) => `a_${column} ${typeOf(column)}`).join(', ');
const ASSIGNED_TO_ROW = ACCOUNT_COLUMNS.map((column) => `${column} = a_${column}`).join(', ');
const ofRows = TABLES.flatMap((table) =>
  CALL_ROWS[table].map((column) => `${table}_${column} ${typeOf(column)}[]`),
);
/** A loop: an INSERT of several rows at once would go by way of a COPY. */
const loopOf = (table: Table, first = '') => `
    FOR i IN 1 .. cardinality(${table}_${CALL_ROWS[table][0]}) LOOP ${first}
      ${insertInto(table)} VALUES (of_bot, ${CALL_ROWS[table].map((column) => `${table}_${column}[i]`)}${table === 'events' ? ', owner' : ''}) ${END[table] ?? ''};
    END LOOP;`;

/**
 * The same for a database whose bots are spread over a cluster: there one statement cannot write several tables, but a
 * function can, and it runs where the bot's rows are. Each returns 0, and changes nothing, if the row is no longer at the version.
 *
 * A changed function needs a new name and a migration, so that older instances go on during an upgrade.
 */
export const WRITE_FUNCTIONS = {
  write_report: `CREATE OR REPLACE FUNCTION write_report(of_bot text, at_version bigint, ${ofAccount},
    ${CALL_ROWS.reports.map((column) => `r_${column} bigint`).join(', ')}) RETURNS integer LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE bots SET ${ASSIGNED_TO_ROW}, version = version + 1 WHERE id = of_bot AND version = at_version;
    IF NOT FOUND THEN RETURN 0; END IF;
    INSERT INTO reports (${['bot_id', ...CALL_ROWS.reports]}) VALUES (of_bot, ${CALL_ROWS.reports.map((column) => `r_${column}`).join(', ')});
    RETURN 1;
  END $$`,
  write_all: `CREATE OR REPLACE FUNCTION write_all(of_bot text, at_version bigint, ${ofAccount},
    ${ofRows.join(', ')}, first_day bigint, last_day bigint) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    owner text;
  BEGIN
    UPDATE bots SET ${ASSIGNED_TO_ROW}, version = version + 1 WHERE id = of_bot AND version = at_version
      RETURNING owner_id INTO owner;
    IF NOT FOUND THEN RETURN 0; END IF;
    ${loopOf('reports')}
    ${loopOf('events')}
    ${loopOf('usage_parts')}
    DELETE FROM usage_parts WHERE bot_id = of_bot AND (day < first_day OR day > last_day);
    ${loopOf('marks', `DELETE FROM marks WHERE bot_id = of_bot AND id IN (${oldestMarks('of_bot')});`)}
    RETURN 1;
  END $$`,
};
/** Lets Citus run a function on the node that has its bot. */
export const distributedFunction = (name: string) => `SELECT create_distributed_function(
  '${name}'::regproc::regprocedure, 'of_bot', colocate_with => 'bots')`;

const calling = (name: keyof typeof WRITE_FUNCTIONS, values: number) => ({
  name: `spread-${name}`,
  text: `SELECT ${name}(${[BOT, VERSION, ...VALUES.slice(0, values)]}) AS written`,
});
const CALL_REPORT = calling('write_report', ACCOUNT_COLUMNS.length + CALL_ROWS.reports.length);
const CALL_ALL = calling('write_all', VALUES.length);

/**
 * The statement that writes a decision. If the row is no longer at `version` it changes nothing, and has no rows or, on a
 * cluster, 0 for `written`.
 */
export function writeStatement(
  { account, effects }: Decision<unknown>,
  version: number,
  isSpread: boolean,
): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = [account.botId, version, ...toColumns(account)];
  if (effects.length === 0) return { ...WRITE_ACCOUNT, values };
  const rows = rowsOf(effects);
  const [report] = rows.reports;
  if (report !== undefined && effects.length === 1)
    return { ...(isSpread ? CALL_REPORT : WRITE_REPORT), values: [...values, ...report] };
  for (const table of TABLES)
    for (const [i] of CALL_ROWS[table].entries()) values.push(rows[table].map((row) => row[i]));
  return { ...(isSpread ? CALL_ALL : WRITE_ALL), values: [...values, ...(rows.daysKept ?? [null, null])] };
}
