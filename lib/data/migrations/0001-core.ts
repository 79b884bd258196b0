import type { Migration } from './migration';

/**
 * Users, bots, keys, reports and the audit log. A bot's row holds its counters, so that a metered call reads and
 * writes one row; reports are clustered by bot and time. Ids are text: a snowflake can exceed a signed 64-bit
 * integer.
 */
export const core: Migration = {
  version: 1,
  name: 'core',
  sqlite: [
    `CREATE TABLE users (
      id TEXT NOT NULL PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('owner', 'admin')),
      password_hash TEXT,
      disabled_at_ms INTEGER,
      created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE bots (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      owner_id TEXT NOT NULL REFERENCES users (id),
      plan TEXT NOT NULL CHECK (plan IN ('free', 'premium', 'business')),
      plan_changed_at_ms INTEGER,
      former_history_days INTEGER NOT NULL,
      disabled_at_ms INTEGER,
      registered_at_ms INTEGER NOT NULL,
      cycle_index INTEGER NOT NULL DEFAULT 0,
      cycle_used INTEGER NOT NULL DEFAULT 0 CHECK (cycle_used >= 0),
      left_cycles TEXT NOT NULL DEFAULT '',
      day_counts TEXT NOT NULL DEFAULT '',
      last_report_at_ms INTEGER,
      server_count INTEGER,
      user_count INTEGER,
      shard_count INTEGER,
      reports_total INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX bots_of_owner ON bots (owner_id)',
    `CREATE TABLE api_keys (
      hash TEXT NOT NULL PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      last4 TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      expires_at_ms INTEGER,
      revoked_at_ms INTEGER,
      last_used_at_ms INTEGER
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX keys_of_bot ON api_keys (bot_id)',
    `CREATE TABLE reports (
      bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
      at_ms INTEGER NOT NULL,
      number INTEGER NOT NULL,
      server_count INTEGER NOT NULL,
      user_count INTEGER NOT NULL,
      shard_count INTEGER NOT NULL,
      PRIMARY KEY (bot_id, at_ms, number)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE audit_log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at_ms INTEGER NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL,
      before_json TEXT,
      after_json TEXT
    ) STRICT`,
    'CREATE INDEX audit_of_subject ON audit_log (subject, id)',
    `CREATE TRIGGER audit_log_keeps BEFORE DELETE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
    `CREATE TRIGGER audit_log_stands BEFORE UPDATE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
    `CREATE TABLE setup_tokens (
      hash TEXT NOT NULL PRIMARY KEY,
      created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE probes (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      at_ms INTEGER NOT NULL
    ) STRICT`,
  ],
  postgres: [
    `CREATE TABLE users (
      id text NOT NULL PRIMARY KEY,
      email text NOT NULL UNIQUE,
      name text NOT NULL,
      role text NOT NULL CHECK (role IN ('owner', 'admin')),
      password_hash text,
      disabled_at_ms bigint,
      created_at_ms bigint NOT NULL
    )`,
    // Free space on each page keeps a row's new version next to the old one (HOT update).
    `CREATE TABLE bots (
      id text NOT NULL PRIMARY KEY,
      name text NOT NULL,
      owner_id text NOT NULL REFERENCES users (id),
      plan text NOT NULL CHECK (plan IN ('free', 'premium', 'business')),
      plan_changed_at_ms bigint,
      former_history_days integer NOT NULL,
      disabled_at_ms bigint,
      registered_at_ms bigint NOT NULL,
      version bigint NOT NULL DEFAULT 0,
      cycle_index integer NOT NULL DEFAULT 0,
      cycle_used integer NOT NULL DEFAULT 0 CHECK (cycle_used >= 0),
      left_cycles text NOT NULL DEFAULT '',
      day_counts text NOT NULL DEFAULT '',
      last_report_at_ms bigint,
      server_count bigint,
      user_count bigint,
      shard_count bigint,
      reports_total bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 60)`,
    'CREATE INDEX bots_of_owner ON bots (owner_id)',
    // A call decided before an admin's change must not be written after it.
    `CREATE FUNCTION bots_moved() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.version := OLD.version + 1; RETURN NEW; END $$`,
    `CREATE TRIGGER bots_change_moves BEFORE UPDATE OF plan, disabled_at_ms ON bots
      FOR EACH ROW EXECUTE FUNCTION bots_moved()`,
    `CREATE TABLE api_keys (
      hash text NOT NULL PRIMARY KEY,
      id text NOT NULL UNIQUE,
      bot_id text NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
      name text NOT NULL,
      last4 text NOT NULL,
      created_at_ms bigint NOT NULL,
      expires_at_ms bigint,
      revoked_at_ms bigint,
      last_used_at_ms bigint
    )`,
    'CREATE INDEX keys_of_bot ON api_keys (bot_id)',
    `CREATE TABLE reports (
      bot_id text NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
      at_ms bigint NOT NULL,
      number bigint NOT NULL,
      server_count bigint NOT NULL,
      user_count bigint NOT NULL,
      shard_count bigint NOT NULL,
      PRIMARY KEY (bot_id, at_ms, number)
    )`,
    `CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at_ms bigint NOT NULL,
      actor text NOT NULL,
      action text NOT NULL,
      subject text NOT NULL,
      before_json text,
      after_json text
    )`,
    'CREATE INDEX audit_of_subject ON audit_log (subject, id)',
    `CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
    `CREATE TRIGGER audit_log_stands BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only()`,
    `CREATE TABLE setup_tokens (
      hash text NOT NULL PRIMARY KEY,
      created_at_ms bigint NOT NULL
    )`,
    `CREATE TABLE probes (
      id integer PRIMARY KEY CHECK (id = 1),
      at_ms bigint NOT NULL
    )`,
  ],
};
