import type { Decision } from '@/lib/domain/decide';
import { type Effect, REPORTS_PRUNED_PER_CALL, type ReportEffect } from '@/lib/domain/effect';
import { ACCOUNT_COLUMNS, type AccountRow, toColumns } from '../account-row';

/** A row with the database's time of the read, and the version that a write must find unchanged. */
export type ReadRow = AccountRow & {
  version: number;
  now_ms: number;
  key_id: string | null;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
};

export const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const READ_COLUMNS = [
  'id',
  'name',
  'plan',
  'plan_changed_at_ms',
  'former_history_days',
  'disabled_at_ms',
  'registered_at_ms',
  'enabled_at_ms',
  'silent_after_ms',
  'former_interval_minutes',
  'version',
  ...ACCOUNT_COLUMNS,
] as const satisfies readonly (keyof ReadRow)[];

/** Columns by name: with `*`, a column that a newer version adds would break planned statements. */
const ROW = `${READ_COLUMNS.map((column) => `b.${column}`).join(', ')}, ${CLOCK} AS now_ms`;

/** Named, so that each connection plans the statement once. */
export const READ_BY_KEY = {
  name: 'read-by-key',
  text: `SELECT ${ROW}, k.id AS key_id, k.expires_at_ms, k.revoked_at_ms
    FROM api_keys k JOIN bots b ON b.id = k.bot_id WHERE k.hash = $1`,
};
export const READ_BY_BOT = {
  name: 'read-by-bot',
  text: `SELECT ${ROW}, NULL AS key_id, NULL AS expires_at_ms, NULL AS revoked_at_ms FROM bots b WHERE b.id = $1`,
};
export const LOCK = { name: 'lock-bot', text: 'SELECT 1 FROM bots WHERE id = $1 FOR UPDATE' };

const ACCOUNT_ASSIGNMENTS = ACCOUNT_COLUMNS.map((column, i) => `${column} = $${i + 3}`).join(', ');
const UPDATE_ACCOUNT = `UPDATE bots SET ${ACCOUNT_ASSIGNMENTS}, version = version + 1 WHERE id = $1 AND version = $2 RETURNING id`;
const EFFECTS_FROM = ACCOUNT_COLUMNS.length + 3;

const WRITE_ACCOUNT = { name: 'write-account', text: UPDATE_ACCOUNT };
const WRITE_EFFECTS = {
  name: 'write-effects',
  text: `WITH updated AS (${UPDATE_ACCOUNT}),
    pruned AS (DELETE FROM reports WHERE bot_id = $1 AND EXISTS (SELECT 1 FROM updated) AND (at_ms, number) IN (
      SELECT at_ms, number FROM reports WHERE bot_id = $1 AND at_ms < $${EFFECTS_FROM + 5}
      ORDER BY at_ms, number LIMIT ${REPORTS_PRUNED_PER_CALL})),
    added AS (INSERT INTO reports SELECT updated.id, r.* FROM updated, unnest($${EFFECTS_FROM}::bigint[],
      $${EFFECTS_FROM + 1}::bigint[], $${EFFECTS_FROM + 2}::bigint[], $${EFFECTS_FROM + 3}::bigint[], $${EFFECTS_FROM + 4}::bigint[]) AS r)
    SELECT id FROM updated`,
};

/** The statement that writes a decision. It changes nothing if the row is no longer at `version`. */
export function writeStatement(
  { account, effects }: Decision<unknown>,
  version: number,
): { name: string; text: string; values: unknown[] } {
  const values = [account.botId, version, ...toColumns(account)];
  if (effects.length === 0) return { ...WRITE_ACCOUNT, values };
  const { reports, pruneBeforeMs } = byKind(effects);
  return {
    ...WRITE_EFFECTS,
    values: [
      ...values,
      reports.map((report) => report.atMs),
      reports.map((report) => report.number),
      reports.map((report) => report.serverCount),
      reports.map((report) => report.userCount),
      reports.map((report) => report.shardCount),
      pruneBeforeMs,
    ],
  };
}

/** The effects by kind. Without a prune effect nothing is old enough to be deleted. */
function byKind(effects: readonly Effect[]): { reports: ReportEffect[]; pruneBeforeMs: number } {
  const reports: ReportEffect[] = [];
  let pruneBeforeMs = Number.MIN_SAFE_INTEGER;
  for (const effect of effects) {
    switch (effect.kind) {
      case 'report':
        reports.push(effect);
        break;
      case 'prune':
        pruneBeforeMs = Math.max(pruneBeforeMs, effect.beforeMs);
        break;
      default:
        effect satisfies never;
    }
  }
  return { reports, pruneBeforeMs };
}

export const WRITE_KEY_USES = {
  name: 'write-key-uses',
  text: `UPDATE api_keys SET last_used_at_ms = greatest(api_keys.last_used_at_ms, u.at_ms)
    FROM unnest($1::text[], $2::bigint[]) AS u (id, at_ms) WHERE api_keys.id = u.id`,
};
export const PROBE = {
  name: 'probe',
  text: `INSERT INTO probes (id, at_ms) VALUES (1, ${CLOCK}) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms`,
};
