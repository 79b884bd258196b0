import type { Database } from 'better-sqlite3';
import type { RetentionEffect } from '@/lib/domain/effect';
import { HOUR_MS } from '@/lib/domain/plan';
import { nextDueAtMs, retentionLimits } from '@/lib/domain/retention';
import { hourOf } from '@/lib/domain/summary';
import { foldSql } from '../fold-sql';

/** Effects that may fold in one transaction, which holds up all its calls; others are due again at the next report. */
const FOLDS_PER_TRANSACTION = 16;
/** More than one effect adds. */
const HOURS_DELETED = 4;

/** The statements of a RetentionEffect. `apply` runs inside a transaction that began with `begin`. */
export function prepareRetention(database: Database) {
  const startOfFolding = database.prepare<[], number>('SELECT starts_at_ms FROM folding').pluck();
  const oldestReport = database
    .prepare<[string], number>('SELECT at_ms FROM reports WHERE bot_id = ? ORDER BY at_ms LIMIT 1')
    .pluck();
  const fold = database.prepare(
    foldSql('SELECT * FROM reports WHERE bot_id = ? AND at_ms < ?', { greatest: 'max', least: 'min' }),
  );
  const deleteReports = database.prepare('DELETE FROM reports WHERE bot_id = ? AND at_ms < ?');
  const deleteHours = database.prepare(
    `DELETE FROM report_hours WHERE bot_id = ? AND hour_ms IN (
       SELECT hour_ms FROM report_hours WHERE bot_id = ? AND hour_ms < ? ORDER BY hour_ms LIMIT ${HOURS_DELETED})`,
  );
  const storeDue = database.prepare('UPDATE bots SET history_due_at_ms = ? WHERE id = ?');
  let foldsLeft = 0;
  return {
    begin(): void {
      foldsLeft = FOLDS_PER_TRANSACTION;
    },
    apply(botId: string, effect: RetentionEffect): void {
      const { nowMs, hours } = effect;
      const { deletedBeforeMs, foldedBeforeMs } = retentionLimits(effect);
      const foldingFromMs = startOfFolding.get() ?? Number.MAX_SAFE_INTEGER;
      const firstHourMs = hourOf(oldestReport.get(botId) ?? nowMs);
      const untilMs = firstHourMs + hours * HOUR_MS;
      if (firstHourMs < deletedBeforeMs) {
        deleteReports.run(botId, Math.min(untilMs, deletedBeforeMs));
      } else if (firstHourMs < foldedBeforeMs && foldingFromMs <= nowMs) {
        if (foldsLeft-- <= 0) return;
        fold.run(botId, Math.min(untilMs, foldedBeforeMs));
        deleteReports.run(botId, Math.min(untilMs, foldedBeforeMs));
      }
      deleteHours.run(botId, botId, deletedBeforeMs);
      storeDue.run(nextDueAtMs(effect, oldestReport.get(botId) ?? nowMs, foldingFromMs), botId);
    },
  };
}
