import { HOUR_MS } from '@/lib/domain/quota/plan';

/** `greatest` and `least` of several values, as the database calls them. */
type Functions = { readonly greatest: string; readonly least: string };

/** The start of the hour of a time, written so that no engine divides to decimals. */
export const hourSql = (atMs: string): string => `${atMs} - ${atMs} % ${HOUR_MS}`;

/**
 * An INSERT that summarizes the reports which `source` selects by hour, as `summarize` does, and merges them into
 * report_hours, as `mergeSummaries` does. The conditions of `source` may use parameters of the statement.
 */
export const foldSql = (source: string, { greatest, least }: Functions): string => `
  INSERT INTO report_hours AS h (${COLUMNS})
  SELECT bot_id, hour_ms, count(*), min(at_ms) - hour_ms, max(at_ms) - hour_ms,
    coalesce(max(at_ms - before_ms), 0),
    max(CASE WHEN before_ms IS NULL THEN server_count END), max(CASE WHEN after_ms IS NULL THEN server_count END),
    min(server_count), max(server_count), max(CASE WHEN after_ms IS NULL THEN shard_count END),
    max(CASE WHEN before_ms IS NULL THEN user_count END), max(CASE WHEN after_ms IS NULL THEN user_count END),
    min(user_count), max(user_count)
  FROM (
    SELECT r.*, ${hourSql('at_ms')} AS hour_ms, lag(at_ms) OVER by_time AS before_ms, lead(at_ms) OVER by_time AS after_ms
    FROM (${source}) AS r
    WINDOW by_time AS (PARTITION BY bot_id, ${hourSql('at_ms')} ORDER BY at_ms, number)
  ) AS of_hour
  GROUP BY bot_id, hour_ms
  ON CONFLICT (bot_id, hour_ms) DO UPDATE SET
    reports = h.reports + excluded.reports,
    longest_gap_ms = ${greatest}(h.longest_gap_ms, excluded.longest_gap_ms,
      excluded.first_offset_ms - h.last_offset_ms, h.first_offset_ms - excluded.last_offset_ms),
    first_offset_ms = ${least}(h.first_offset_ms, excluded.first_offset_ms),
    last_offset_ms = ${greatest}(h.last_offset_ms, excluded.last_offset_ms),
    ${['server_first', 'user_first'].map(ifEarlier).join()},
    ${['server_last', 'user_last', 'shard_last'].map(ifNotEarlier).join()},
    ${['server_min', 'user_min'].map((c) => `${c} = ${least}(h.${c}, excluded.${c})`).join()},
    ${['server_max', 'user_max'].map((c) => `${c} = ${greatest}(h.${c}, excluded.${c})`).join()}`;

const COLUMNS = `bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms,
    server_first, server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max`;

const ifEarlier = (column: string) =>
  `${column} = CASE WHEN excluded.first_offset_ms < h.first_offset_ms THEN excluded.${column} ELSE h.${column} END`;
const ifNotEarlier = (column: string) =>
  `${column} = CASE WHEN excluded.last_offset_ms >= h.last_offset_ms THEN excluded.${column} ELSE h.${column} END`;
