import type { Account } from '@/lib/domain/bots/account';
import { EXPIRED_HOURS_AT_ONCE, nextDueAtMs, retentionLimits } from '@/lib/domain/history/retention';
import { hourOf } from '@/lib/domain/history/summary';
import { daysKept } from '@/lib/domain/quota/days';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { Effect, RetentionEffect } from '@/lib/domain/reports/effect';
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
import { foldSql } from '../fold-sql';
import type { Database } from './driver.mjs';

type KeyRow = {
  id: string;
  bot_id: string;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  number: number | null;
};

const INSERT_EVENT = `INSERT INTO events (${EVENT_COLUMNS.join()}, owner_id)
  SELECT ${EVENT_COLUMNS.map(() => '?').join()}, owner_id FROM bots WHERE id = ? ON CONFLICT (bot_id, type, period) DO NOTHING`;

/** The statements of the hot path, prepared once. */
export function prepareStatements(database: Database) {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const bot = database.prepare<[string], AccountRow>(`SELECT ${ROW_COLUMNS.join()} FROM bots WHERE id = ?`);
  // No join with bots: SQLite 3.54, and earlier ones after ANALYZE, would plan it again for each hash.
  const key = database.prepare<[string], KeyRow>(
    'SELECT id, bot_id, expires_at_ms, revoked_at_ms, number FROM api_keys WHERE hash = ?',
  );
  const update = database.prepare(
    `UPDATE bots SET ${ACCOUNT_COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
  );
  const insert = database.prepare(`INSERT INTO reports (${REPORT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`);
  const insertPart = database.prepare(
    `INSERT INTO usage_parts (${PART_COLUMNS}) VALUES (${PART_COLUMNS.map(() => '?')})`,
  );
  const deleteParts = database.prepare('DELETE FROM usage_parts WHERE bot_id = ? AND (day < ? OR day > ?)');
  const insertEvent = database.prepare(INSERT_EVENT);
  const trimMarks = database.prepare(`DELETE FROM marks WHERE bot_id = ? AND id IN (${oldestMarks('?')})`);
  const insertMark = database.prepare(`INSERT INTO marks (${MARK_COLUMNS}) VALUES (?, ?, ?, ?, ?)`);
  const retention = prepareRetention(database);
  const keyUse = database.prepare(
    'UPDATE api_keys SET last_used_at_ms = max(?, coalesce(last_used_at_ms, 0)) WHERE id = ?',
  );
  // Replaces a later time only if that lies in the future, as after a clock step back.
  const heartbeat = database.prepare(
    `UPDATE bots SET last_heartbeat_at_ms = ?
     WHERE id = ? AND (last_heartbeat_at_ms BETWEEN ? AND ?) IS NOT TRUE`,
  );
  const probe = database.prepare(
    'INSERT INTO probes (id, at_ms) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms',
  );
  return {
    begin(): void {
      begin.run();
      retention.begin();
    },
    commit: () => void commit.run(),
    rollback: () => void rollback.run(),
    readBot: (botId: string) => bot.get(botId),
    readKey: (keyHash: string) => key.get(keyHash),
    writeAccount: (account: Account) => void update.run(...toColumns(account), account.botId),
    writeEffect(botId: string, effect: Effect): void {
      switch (effect.kind) {
        case 'report': {
          const { atMs, number, serverCount, userCount, shardCount } = effect;
          insert.run(botId, atMs, number, serverCount, userCount, shardCount);
          return;
        }
        case 'retention':
          retention.apply(botId, effect);
          return;
        case 'event':
          insertEvent.run(...toEventColumns(effect.event), botId);
          return;
        case 'parts':
          if (effect.moved !== null) insertPart.run(botId, ...toPartColumns(effect.moved));
          deleteParts.run(botId, ...daysKept(effect.day));
          return;
        case 'mark':
          trimMarks.run(botId, botId);
          insertMark.run(botId, ...toMarkColumns(effect.mark));
          return;
        default:
          effect satisfies never;
      }
    },
    writeKeyUse: (keyId: string, atMs: number) => void keyUse.run(atMs, keyId),
    writeHeartbeat: (botId: string, atMs: number, nowMs: number) =>
      void heartbeat.run(atMs, botId, atMs, nowMs),
    writeProbe: (atMs: number) => void probe.run(atMs),
  };
}

/** Effects that may fold in one transaction, which holds up all its calls; others are due again at the next report. */
const FOLDS_PER_TRANSACTION = 4;

/** The statements of a RetentionEffect. `apply` runs inside a transaction that began with `begin`. */
function prepareRetention(database: Database) {
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
