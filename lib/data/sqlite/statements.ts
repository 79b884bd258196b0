import type { Database } from 'better-sqlite3';
import type { Account } from '@/lib/domain/account';
import type { Effect } from '@/lib/domain/effect';
import { ACCOUNT_COLUMNS, type AccountRow, ROW_COLUMNS, toColumns } from '../account-row';
import { EVENT_COLUMNS, toEventColumns } from '../event-row';
import { prepareRetention } from './retention';

/** A row of `bots`, with the API key if it was found by one. */
type ReadRow = AccountRow & {
  key_id: string | null;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
};

const ROW = ROW_COLUMNS.map((column) => `b.${column}`).join();

const INSERT_EVENT = `INSERT INTO events (${EVENT_COLUMNS.join()}, owner_id)
  SELECT ${EVENT_COLUMNS.map(() => '?').join()}, owner_id FROM bots WHERE id = ? ON CONFLICT (bot_id, type, period) DO NOTHING`;

/** The statements of the hot path, prepared once. */
export function prepareStatements(database: Database) {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const byBot = database.prepare<[string], ReadRow>(
    `SELECT ${ROW}, NULL AS key_id, NULL AS expires_at_ms, NULL AS revoked_at_ms FROM bots b WHERE b.id = ?`,
  );
  const byKey = database.prepare<[string], ReadRow>(
    `SELECT ${ROW}, k.id AS key_id, k.expires_at_ms, k.revoked_at_ms
     FROM api_keys k JOIN bots b ON b.id = k.bot_id WHERE k.hash = ?`,
  );
  const update = database.prepare(
    `UPDATE bots SET ${ACCOUNT_COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
  );
  const insert = database.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?)');
  const insertEvent = database.prepare(INSERT_EVENT);
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
    readByBot: (botId: string) => byBot.get(botId),
    readByKey: (keyHash: string) => byKey.get(keyHash),
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
