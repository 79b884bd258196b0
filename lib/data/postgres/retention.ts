import type { RetentionEffect } from '@/lib/domain/effect';
import { KEPT_AS_SENT_MS } from '@/lib/domain/history';
import { HOUR_MS } from '@/lib/domain/plan';
import { EXPIRED_HOURS_AT_ONCE, retentionLimits, TOGETHER_MS } from '@/lib/domain/retention';
import { foldSql, hourSql } from '../fold-sql';

/** How many values `retentionValues` has. */
export const RETENTION_VALUES = 6;

/** Values for the parameters of `retentionParts`, in that order. */
export function retentionValues(effect: RetentionEffect): number[] {
  const { deletedBeforeMs, foldedBeforeMs } = retentionLimits(effect);
  return [
    ...[effect.nowMs, effect.fromMs, effect.keptMs, effect.hours * HOUR_MS],
    ...[deletedBeforeMs, foldedBeforeMs],
  ];
}

/** Whether there can be hours to fold: on a plan that keeps no hours, all that are due are deleted. */
export function canFold(effect: RetentionEffect): boolean {
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
export function retentionParts(from: number, oldestNewMs: string, isFolding: boolean) {
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
