import { forPostgres, forSqlite, type Migration, onBoth } from './migration';

const bots = (version: string, end: string) => `CREATE TABLE bots (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      owner_id TEXT NOT NULL REFERENCES users (id),
      plan TEXT NOT NULL CHECK (plan IN ('free', 'premium', 'business')),
      plan_changed_at_ms INTEGER,
      former_history_days integer NOT NULL,
      disabled_at_ms INTEGER,
      registered_at_ms INTEGER NOT NULL,${version}
      cycle_index integer NOT NULL DEFAULT 0,
      cycle_used integer NOT NULL DEFAULT 0 CHECK (cycle_used >= 0),
      left_cycles TEXT NOT NULL DEFAULT '',
      day_counts TEXT NOT NULL DEFAULT '',
      last_report_at_ms INTEGER,
      server_count INTEGER,
      user_count INTEGER,
      shard_count INTEGER,
      reports_total INTEGER NOT NULL DEFAULT 0
    )${end}`;
const auditLog = (id: string, end: string) => `CREATE TABLE audit_log (
      id ${id},
      at_ms INTEGER NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL,
      before_json TEXT,
      after_json TEXT
    )${end}`;

/**
 * Users, bots, keys, reports and the audit log. A bot's row holds its counters, so that a metered call reads and
 * writes one row; reports are clustered by bot and time. Ids are text: a snowflake can exceed a signed 64-bit
 * integer.
 */
export const core: Migration = {
  version: 1,
  name: 'core',
  ...onBoth([
    `CREATE TABLE users (
      id TEXT NOT NULL PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('owner', 'admin')),
      password_hash TEXT,
      disabled_at_ms INTEGER,
      created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    {
      sqlite: [forSqlite(bots('', ' STRICT, WITHOUT ROWID'))],
      // Free space on each page keeps a row's new version next to the old one (HOT update).
      postgres: [forPostgres(bots('\n      version INTEGER NOT NULL DEFAULT 0,', ' WITH (fillfactor = 60)'))],
    },
    'CREATE INDEX bots_of_owner ON bots (owner_id)',
    {
      sqlite: [],
      postgres: [
        // A call decided before an admin's change must not be written after it.
        `CREATE FUNCTION bots_moved() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.version := OLD.version + 1; RETURN NEW; END $$`,
        `CREATE TRIGGER bots_change_moves BEFORE UPDATE OF plan, disabled_at_ms ON bots
      FOR EACH ROW EXECUTE FUNCTION bots_moved()`,
      ],
    },
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
    {
      sqlite: [forSqlite(auditLog('INTEGER PRIMARY KEY AUTOINCREMENT', ' STRICT'))],
      postgres: [forPostgres(auditLog('INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY', ''))],
    },
    'CREATE INDEX audit_of_subject ON audit_log (subject, id)',
    {
      sqlite: [
        `CREATE TRIGGER audit_log_keeps BEFORE DELETE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
        `CREATE TRIGGER audit_log_stands BEFORE UPDATE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
      ],
      postgres: [
        `CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
        `CREATE TRIGGER audit_log_stands BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only()`,
      ],
    },
    `CREATE TABLE setup_tokens (
      hash TEXT NOT NULL PRIMARY KEY,
      created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE probes (
      id integer PRIMARY KEY CHECK (id = 1),
      at_ms INTEGER NOT NULL
    ) STRICT`,
  ]),
};
