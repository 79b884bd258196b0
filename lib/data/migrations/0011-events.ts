import { type Migration, onBoth } from './migration';

/**
 * Events with their deliveries to webhook endpoints and by mail, and people's settings for them. Without foreign keys,
 * which would lock the bot's row that calls write; deleting a bot or a person deletes its rows.
 */
export const events: Migration = {
  version: 11,
  name: 'events',
  ...onBoth([
    `CREATE TABLE events (
      id TEXT NOT NULL PRIMARY KEY,
      bot_id TEXT NOT NULL,
      type TEXT NOT NULL,
      period TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      due_at_ms INTEGER NOT NULL,
      data_json TEXT NOT NULL,
      owner_id TEXT NOT NULL,
      routed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID`,
    'CREATE UNIQUE INDEX events_by_period ON events (bot_id, type, period)',
    'CREATE INDEX events_of_bot ON events (bot_id, at_ms, id)',
    'CREATE INDEX events_of_owner ON events (owner_id, due_at_ms, id COLLATE "binary")',
    'CREATE INDEX events_by_age ON events (at_ms)',
    'CREATE INDEX events_unrouted ON events (due_at_ms) WHERE routed_at_ms IS NULL',
    `CREATE TABLE webhook_endpoints (
      id TEXT NOT NULL PRIMARY KEY,
      bot_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('signed', 'discord')),
      address TEXT NOT NULL,
      secret TEXT,
      former_secret TEXT,
      former_until_ms INTEGER,
      host TEXT NOT NULL,
      last4 TEXT NOT NULL,
      event_types TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('on', 'off', 'paused')),
      status_reason TEXT NOT NULL,
      status_at_ms INTEGER NOT NULL,
      health TEXT NOT NULL CHECK (health IN ('new', 'working', 'failing')),
      first_failure_at_ms INTEGER,
      given_up INTEGER NOT NULL,
      dropped INTEGER NOT NULL,
      not_before_ms INTEGER NOT NULL,
      next_at_ms INTEGER,
      lease_until_ms INTEGER NOT NULL,
      lease_token TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX endpoints_of_bot ON webhook_endpoints (bot_id)',
    'CREATE INDEX endpoints_due ON webhook_endpoints (health, next_at_ms) WHERE next_at_ms IS NOT NULL',
    `CREATE TABLE deliveries (
      endpoint_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      bot_id TEXT NOT NULL,
      event_type TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up', 'dropped')),
      tries INTEGER NOT NULL,
      next_at_ms INTEGER,
      last_try_at_ms INTEGER,
      status INTEGER,
      took_ms INTEGER,
      response TEXT NOT NULL,
      reason TEXT NOT NULL,
      is_private INTEGER NOT NULL,
      PRIMARY KEY (endpoint_id, event_id)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX deliveries_due ON deliveries (endpoint_id, next_at_ms) WHERE next_at_ms IS NOT NULL',
    'CREATE INDEX deliveries_by_age ON deliveries (endpoint_id, created_at_ms)',
    `CREATE TABLE alert_settings (
      user_id TEXT NOT NULL,
      bot_id TEXT NOT NULL,
      settings_json TEXT NOT NULL,
      PRIMARY KEY (user_id, bot_id)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE read_marks (
      user_id TEXT NOT NULL PRIMARY KEY,
      at_ms INTEGER NOT NULL,
      event_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE mails (
      id TEXT NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      user_id TEXT NOT NULL,
      bot_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      recipient TEXT NOT NULL,
      sealed TEXT,
      created_at_ms INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
      tries INTEGER NOT NULL,
      next_at_ms INTEGER,
      tried_at_ms INTEGER,
      message_id TEXT NOT NULL,
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX mails_due ON mails (next_at_ms) WHERE next_at_ms IS NOT NULL',
    'CREATE INDEX mails_of_user ON mails (user_id, created_at_ms)',
    // For keys that are about to expire.
    'CREATE INDEX keys_by_expiry ON api_keys (expires_at_ms) WHERE revoked_at_ms IS NULL AND expires_at_ms IS NOT NULL',
    `ALTER TABLE bots ADD COLUMN alert_state TEXT NOT NULL DEFAULT ''`,
    'ALTER TABLE users ADD COLUMN time_zone TEXT',
  ]),
};
