import { KEPT_AS_SENT_MS } from '@/lib/domain/history/history';
import { EXPIRED_HOURS_AT_ONCE, TOGETHER_MS } from '@/lib/domain/history/retention';
import { ACCOUNT_COLUMNS, MARK_COLUMNS, oldestMarks, PART_COLUMNS, REPORT_COLUMNS } from '../account-row';
import { EVENT_COLUMNS } from '../event-row';
import { foldSql, hourSql } from '../fold-sql';

const TEXTS: readonly string[] = ['left_cycles', 'day_counts', 'alert_state', 'usage_part'];
const typeOfAccount = (column: string) => (TEXTS.includes(column) ? 'text' : 'bigint');
const ACCOUNT = ACCOUNT_COLUMNS.map((column) => `a_${column} ${typeOfAccount(column)}`).join(', ');
const ASSIGNED = ACCOUNT_COLUMNS.map((column) => `${column} = a_${column}`).join(', ');
const REPORTS = REPORT_COLUMNS.slice(1);
const PARTS = PART_COLUMNS.slice(1);
const MARKS = MARK_COLUMNS.slice(1);

const typeOf = (column: string): string =>
  column.endsWith('_ms') || column === 'day' || column === 'cycle_index' ? 'bigint' : 'text';
const arrays = (prefix: string, columns: readonly string[], type = typeOf) =>
  columns.map((column) => `${prefix}_${column} ${type(column)}[]`).join(', ');
const lists = (prefix: string, columns: readonly string[]) =>
  columns.map((column) => `${prefix}_${column}`).join(', ');
const items = (prefix: string, columns: readonly string[]) =>
  columns.map((column) => `${prefix}_${column}[i]`).join(', ');
const bigint = () => 'bigint';
const RETENTION = ['now', 'since', 'kept', 'length', 'deleted_before', 'folded_before'];

/** The parameters of write_call after those of the account. */
export const CALL_VALUES =
  REPORTS.length + RETENTION.length + 1 + EVENT_COLUMNS.length + PARTS.length + 2 + MARKS.length;

/**
 * The statements of `writeStatement` for a database whose bots are spread over a cluster: there one statement cannot write
 * several tables, but a function can, and it runs where the bot's rows are. Each returns 0, and changes nothing, if the row
 * is no longer at the version. `write_call` does what the parts of the statements do: tests/data compares both.
 *
 * A changed function needs a new name, so that older instances go on during an upgrade.
 */
export const WRITE_FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION write_report(of_bot text, at_version bigint, ${ACCOUNT},
    ${REPORTS.map((column) => `r_${column} bigint`).join(', ')}) RETURNS integer LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE bots SET ${ASSIGNED}, version = version + 1 WHERE id = of_bot AND version = at_version;
    IF NOT FOUND THEN RETURN 0; END IF;
    INSERT INTO reports (${REPORT_COLUMNS}) VALUES (of_bot, ${lists('r', REPORTS)});
    RETURN 1;
  END $$`,
  `CREATE OR REPLACE FUNCTION write_call(of_bot text, at_version bigint, ${ACCOUNT}, ${arrays('r', REPORTS, bigint)},
    ${RETENTION.map((name) => `n_${name} bigint`).join(', ')}, is_fold boolean, ${arrays('e', EVENT_COLUMNS)},
    ${arrays('p', PARTS)}, p_first bigint, p_last bigint, ${arrays('m', MARKS)}) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    owner text; folding_from bigint; oldest bigint; start bigint; ends bigint; staying bigint; together bigint;
  BEGIN
    UPDATE bots SET ${ASSIGNED}, version = version + 1 WHERE id = of_bot AND version = at_version
      RETURNING owner_id INTO owner;
    IF NOT FOUND THEN RETURN 0; END IF;
    IF n_now IS NOT NULL THEN
      folding_from := coalesce((SELECT starts_at_ms FROM folding), ${Number.MAX_SAFE_INTEGER});
      SELECT min(at_ms) INTO oldest FROM reports WHERE bot_id = of_bot AND at_ms >= n_since;
      start := ${hourSql('oldest')};
      ends := CASE
        WHEN start < n_deleted_before THEN least(n_deleted_before, start + n_length)
        WHEN start < n_folded_before AND folding_from <= n_now THEN least(n_folded_before, start + n_length)
        ELSE start END;
      SELECT min(at_ms) INTO staying FROM reports WHERE bot_id = of_bot AND at_ms >= ends;
      staying := coalesce(least(staying, (SELECT min(t) FROM unnest(r_at_ms) AS t)), n_now);
      together := ${hourSql('staying')} + ${TOGETHER_MS};
      UPDATE bots SET history_due_at_ms =
        least(together + n_kept, greatest(together + ${KEPT_AS_SENT_MS}, folding_from)) WHERE id = of_bot;
      IF start >= n_deleted_before AND ends > start THEN
        ${foldSql('SELECT * FROM reports WHERE bot_id = of_bot AND at_ms >= n_since AND at_ms < ends', { greatest: 'greatest', least: 'least' })};
      END IF;
      DELETE FROM reports WHERE bot_id = of_bot AND at_ms >= n_since AND at_ms < ends;
      DELETE FROM report_hours WHERE bot_id = of_bot AND hour_ms IN (
        SELECT hour_ms FROM report_hours WHERE bot_id = of_bot AND hour_ms < n_deleted_before
        ORDER BY hour_ms LIMIT ${EXPIRED_HOURS_AT_ONCE});
      IF is_fold THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
    END IF;
    -- A loop: an INSERT of several rows at once would go by way of a COPY.
    FOR i IN 1 .. cardinality(r_at_ms) LOOP
      INSERT INTO reports (${REPORT_COLUMNS}) VALUES (of_bot, ${items('r', REPORTS)});
    END LOOP;
    FOR i IN 1 .. cardinality(e_id) LOOP
      INSERT INTO events (${EVENT_COLUMNS}, owner_id) VALUES (${items('e', EVENT_COLUMNS)}, owner)
        ON CONFLICT (bot_id, type, period) DO NOTHING;
    END LOOP;
    FOR i IN 1 .. cardinality(p_day) LOOP
      INSERT INTO usage_parts (${PART_COLUMNS}) VALUES (of_bot, ${items('p', PARTS)});
    END LOOP;
    IF p_first IS NOT NULL THEN
      DELETE FROM usage_parts WHERE bot_id = of_bot AND (day < p_first OR day > p_last);
    END IF;
    FOR i IN 1 .. cardinality(m_id) LOOP
      DELETE FROM marks WHERE bot_id = of_bot AND id IN (${oldestMarks('of_bot')});
      INSERT INTO marks (${MARK_COLUMNS}) VALUES (of_bot, ${items('m', MARKS)});
    END LOOP;
    RETURN 1;
  END $$`,
];
