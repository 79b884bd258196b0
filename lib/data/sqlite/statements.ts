import { type AccountRow, ROW_COLUMNS } from '../account-row';
import { prepareCallWrites } from '../call-writes';
import type { Database } from './driver.mjs';

type KeyRow = {
  id: string;
  bot_id: string;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  number: number | null;
};

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
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    rollback: () => void rollback.run(),
    readBot: (botId: string) => bot.get(botId),
    readKey: (keyHash: string) => key.get(keyHash),
    ...prepareCallWrites(database),
    writeKeyUse: (keyId: string, atMs: number) => void keyUse.run(atMs, keyId),
    writeHeartbeat: (botId: string, atMs: number, nowMs: number) =>
      void heartbeat.run(atMs, botId, atMs, nowMs),
    writeProbe: (atMs: number) => void probe.run(atMs),
  };
}
