import type { Database } from 'better-sqlite3';
import type { RetentionEffect } from '@/lib/domain/effect';
import { HOUR_MS } from '@/lib/domain/plan';
import { EXPIRED_HOURS_AT_ONCE, nextDueAtMs, retentionLimits } from '@/lib/domain/retention';
import { hourOf } from '@/lib/domain/summary';
import { foldSql } from '../fold-sql';

/** Effects that may fold in one transaction, which holds up all its calls; others are due again at the next report. */
const FOLDS_PER_TRANSACTION = 4;

/** The statements of a RetentionEffect. `apply` runs inside a transaction that began with `begin`. */
export function prepareRetention(database: Database) {
  const startOfFolding = database.prepare<[], number>('SELECT starts_at_ms FROM folding').pluck();
  const oldestReport = database
    .prepare<[string, number], number>(
      'SELECT at_ms FROM reports WHERE bot_id = ? AND at_ms >= ? ORDER BY at_ms LIMIT 1',
    )
    .pluck();
  const fold = database.prepare(
    foldSql('SELECT * FROM reports WHERE bot_id = ? AND at_ms >= ? AND at_ms < ?', {
      greatest: 'max',
      least: 'min',
    }),
  );
  const deleteReports = database.prepare('DELETE FROM reports WHERE bot_id = ? AND at_ms >= ? AND at_ms < ?');
  const deleteHours = database.prepare(
    `DELETE FROM report_hours WHERE bot_id = ? AND hour_ms IN (
       SELECT hour_ms FROM report_hours WHERE bot_id = ? AND hour_ms < ? ORDER BY hour_ms LIMIT ${EXPIRED_HOURS_AT_ONCE})`,
  );
  const storeDue = database.prepare('UPDATE bots SET history_due_at_ms = ? WHERE id = ?');
  let foldsLeft = 0;
  return {
    begin(): void {
      foldsLeft = FOLDS_PER_TRANSACTION;
    },
    apply(botId: string, effect: RetentionEffect): void {
      const { nowMs, fromMs, hours } = effect;
      const { deletedBeforeMs, foldedBeforeMs } = retentionLimits(effect);
      const foldingFromMs = startOfFolding.get() ?? Number.MAX_SAFE_INTEGER;
      const firstHourMs = hourOf(oldestReport.get(botId, fromMs) ?? nowMs);
      const untilMs = firstHourMs + hours * HOUR_MS;
      if (firstHourMs < deletedBeforeMs) {
        deleteReports.run(botId, fromMs, Math.min(untilMs, deletedBeforeMs));
      } else if (firstHourMs < foldedBeforeMs && foldingFromMs <= nowMs) {
        if (foldsLeft-- <= 0) return;
        fold.run(botId, fromMs, Math.min(untilMs, foldedBeforeMs));
        deleteReports.run(botId, fromMs, Math.min(untilMs, foldedBeforeMs));
      }
      deleteHours.run(botId, botId, deletedBeforeMs);
      storeDue.run(nextDueAtMs(effect, oldestReport.get(botId, fromMs) ?? nowMs, foldingFromMs), botId);
    },
  };
}
