import { readFileSync } from 'node:fs';
import { MIGRATIONS } from '@/lib/data/migrations/all';

/** What each version wrote into its new tables and columns. */
const ROWS: Readonly<Record<number, string>> = {
  2: `INSERT INTO sessions (hash, user_id, created_at_ms, expires_at_ms, client)
    VALUES ('session-hash', 'user-1', 1795000000000, 1795000000001, 'a browser')`,
  // Of a deleted bot.
  3: `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
    VALUES ('1283746529000000099', 1794999760000, 1, 0, 0, 1)`,
  4: `UPDATE api_keys SET expires_at_ms = 1795003600000, rotated_at_ms = 1795000000001 WHERE hash = 'hash-10'`,
  5: `INSERT INTO access_log (hour_ms, kind, subject, count, last_at_ms, last_detail, last_address)
    VALUES (1794996000000, 'sign-in', 'user-1', 3, 1794999999999, 'password', '2001:db8::1');
    INSERT INTO notices (id, user_id, at_ms, kind, actor, detail)
    VALUES ('notice-0', 'user-1', 1795000000000, 'identity.connect', 'user-1', 'discord 80351110224678912')`,
  6: `INSERT INTO refusals (bot_id, id, key_id, endpoint, error, message, request_id, count, first_at_ms, last_at_ms)
    VALUES ('1283746529000000011', 'refusal-0', 'key-0', 'POST /api/v1/bots/stats', 'update_too_soon',
      'The Free plan accepts one report every 30 minutes. Try again in 5 seconds.', '', 3, 1794999999999, 1795000000000)`,
  7: `UPDATE bots SET enabled_at_ms = 1795000000000, silent_after_ms = 600000, former_interval_minutes = 30
    WHERE id = '1283746529000000011'`,
  8: `INSERT INTO report_hours (bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms, server_first,
      server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max)
    VALUES ('1283746529000000000', 1794279600000, 3, 60000, 3599999, 3479999, 7, 5, 5, 9, 1, 70, 10000000000, 0, 10000000000)`,
  9: `UPDATE bots SET last_heartbeat_at_ms = 1795000000000 WHERE id = '1283746529000000011'`,
  10: `INSERT INTO access_links (hash, kind, user_id, email, name, role, issuer, created_at_ms, expires_at_ms)
    VALUES ('hash-of-a-link', 'invite', 'user-new', 'new@example.org', 'New', 'owner', 'user-0', 1794999999999, 1795604799999);
    INSERT INTO service_facts (name, at_ms, value_json) VALUES ('backup', 1795000000000, '{"bytes":4096}')`,
  11: `INSERT INTO events (id, bot_id, owner_id, type, period, at_ms, due_at_ms, data_json, routed_at_ms)
    VALUES ('evt_1', '1283746529000000011', 'user-0', 'quota.warning', '0:free', 1794999999999, 1794999999999,
      '{"botId":"1283746529000000011","botName":"Bot","used":1200,"limit":1500,"percentage":80,"plan":"free","resetAt":"2026-12-01T00:00:00.000Z"}',
      NULL);
    UPDATE bots SET alert_state = '{"exhaustedPeriod":"0:free","drop":null,"silentSinceMs":null,"recoveredAtMs":null}'
    WHERE id = '1283746529000000011';
    UPDATE users SET time_zone = 'Europe/Berlin' WHERE id = 'user-0'`,
  13: `UPDATE bots SET disabled_at_ms = 1795000000000, disabled_reason = 'Spam' WHERE id = '1283746529000000010'`,
  14: `UPDATE events SET is_read = 1 WHERE id = 'evt_1'`,
  15: `INSERT INTO alert_settings (user_id, bot_id, settings_json, repeat_at_ms)
    VALUES ('user-0', '1283746529000000011', '{"bot.silent":{"isRepeated":true}}', 1795000000000)`,
  16: `INSERT INTO users (id, email, name, role, disabled_at_ms, created_at_ms, is_invited)
    VALUES ('user-new', 'new@example.org', 'New', 'owner', 1794999999999, 1794999999999, 1)`,
  17: `INSERT INTO plan_requests (bot_id, plan, former_plan, asked_at_ms, used, reset_at_ms, pace_calls, pace_span_ms, runs_out_at_ms, status, answered_at_ms, answer)
    VALUES ('1283746529000000011', 'premium', 'free', 1795000000000, 1200, 1796000000000, 360, 259200000, 1795500000000, 'open', NULL, '')`,
  18: `INSERT INTO vote_sources (id, bot_id, kind, name, secret, is_signed, created_at_ms, paused_at_ms, deleted_at_ms)
    VALUES ('source-0', '1283746529000000011', 'topgg', 'top.gg', 'sealed', 1, 1794999999999, NULL, 1795000000000);
    INSERT INTO votes (id, bot_id, source_id, user_id, username, weight, voted_at_ms, expires_at_ms, stored_at_ms)
    VALUES ('vote-0', '1283746529000000011', 'source-0', '80351110224678912', NULL, 2, 1794999999998, 1795043199998, 1794999999999);
    INSERT INTO vote_days (bot_id, day, source_id, votes, last_at_ms)
    VALUES ('1283746529000000011', 20775, 'source-0', 2, 1794999999998);
    INSERT INTO vote_repeats (source_id, hash, until_ms) VALUES ('source-0', 'hash-of-a-vote', 1797678399999);
    INSERT INTO vote_deliveries (id, bot_id, source_id, at_ms, status, outcome, trace)
    VALUES ('delivery-0', '1283746529000000011', 'source-0', 1794999999999, 200, 'stored', 'trace');
    INSERT INTO vote_refusals (source_id, hour_ms, bot_id, count, last_at_ms)
    VALUES ('source-0', 1794996000000, '1283746529000000011', 3, 1794999999999)`,
  19: `UPDATE bots SET is_public = 1 WHERE id = '1283746529000000011'`,
  20: `INSERT INTO usage_parts (bot_id, started_at_ms, day, cycle_index, operations, keys)
    VALUES ('1283746529000000011', 1794999999999, 20775, 1, '0:2', '1:2');
    UPDATE bots SET usage_part = '1795000000000:20776:1:20777:0;0:2,2:1;0:1,1:2' WHERE id = '1283746529000000011'`,
  21: `INSERT INTO marks (bot_id, at_ms, id, kind, label)
    VALUES ('1283746529000000011', 1794999999999, 'mark-0', 'deploy', 'Version 2.4');
    INSERT INTO pauses (bot_id, from_ms, until_ms, reason)
    VALUES ('1283746529000000011', 1794999999999, 1795003599999, NULL);
    UPDATE bots SET paused_until_ms = 1795003599999 WHERE id = '1283746529000000011'`,
  22: `UPDATE users SET digest_json = '{"every":"weekly","isMailed":true,"isOnDiscord":false,"isOnlyIfAny":true}',
    digest_at_ms = 1795420800000 WHERE id = 'user-0'`,
  24: `INSERT INTO vote_counts (bot_id, day, votes) VALUES ('1283746529000000011', 20775, 1)`,
  27: `UPDATE bots SET shows_deploys = 1 WHERE id = '1283746529000000011'`,
  28: `UPDATE users SET pinned_bots = '1283746529000000011' WHERE id = 'user-0'`,
  29: `INSERT INTO second_factors (user_id, sealed, started_by, started_at_ms, enabled_at_ms, last_step)
    VALUES ('user-0', 'v1.sealed', 'session-0', 1794999999999, NULL, 0);
    INSERT INTO recovery_codes (user_id, hash) VALUES ('user-0', 'code-0');
    INSERT INTO remembered_browsers (user_id, hash, created_at_ms, expires_at_ms, client)
    VALUES ('user-0', 'browser-0', 1794999999999, 1797591999999, 'Firefox')`,
  30: `INSERT INTO bot_people (bot_id, user_id, role, joined_at_ms)
    VALUES ('1283746529000000011', 'user-0', 'viewer', 1794999999999);
    INSERT INTO bot_invitations (bot_id, email, role, issuer, created_at_ms)
    VALUES ('1283746529000000011', 'asked@example.org', 'manager', 'operator', 1794999999999)`,
  31: `INSERT INTO read_events (user_id, event_id, bot_id, due_at_ms)
    VALUES ('user-0', 'event-read', '1283746529000000011', 1794999999999)`,
};

/** A database as a released version left it: schema 1 is that of the first one, 12 that of 0.1.0. */
export const RELEASED = [1, 12];

/** The dump of a database of a released version. */
export const dumpOf = (kind: 'sqlite' | 'postgres', version: number): string =>
  readFileSync(new URL(`../../fault/upgrade/fixtures/${kind}-${version}.sql`, import.meta.url), 'utf8');

/** The SQL of a database that began with schema 1 and was migrated up to `version`, used in between. */
export function olderSchema(kind: 'sqlite' | 'postgres', version: number): string {
  const steps = MIGRATIONS.slice(1, version).flatMap((migration) => [
    ...migration[kind],
    `INSERT INTO schema_migrations (version, name) VALUES (${migration.version}, '${migration.name}')`,
    ROWS[migration.version] ?? '',
  ]);
  return [dumpOf(kind, 1), ...steps].join(';\n');
}
