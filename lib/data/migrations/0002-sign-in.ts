import { type Migration, onBoth } from './migration';

/** Sessions, the sign-in throttle, and identities at other sign-in providers. */
export const signIn: Migration = {
  version: 2,
  name: 'sign-in',
  ...onBoth([
    `CREATE TABLE sessions (
      hash TEXT NOT NULL PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at_ms INTEGER NOT NULL,
      expires_at_ms INTEGER NOT NULL,
      client TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX sessions_of_user ON sessions (user_id)',
    `CREATE TABLE sign_in_attempts (
      subject TEXT NOT NULL PRIMARY KEY,
      attempts integer NOT NULL,
      window_start_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX attempts_by_age ON sign_in_attempts (window_start_ms)',
    `CREATE TABLE identities (
      provider TEXT NOT NULL,
      subject TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at_ms INTEGER NOT NULL,
      PRIMARY KEY (provider, subject)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX identities_of_user ON identities (user_id)',
    'CREATE INDEX bots_by_name ON bots (name, id)',
    'CREATE INDEX users_by_name ON users (name, id)',
    'CREATE INDEX keys_by_time ON api_keys (created_at_ms, id)',
  ]),
};
