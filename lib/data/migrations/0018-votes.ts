import { type Migration, onBoth } from './migration';

/** Without foreign keys, like events: deleting a bot deletes its rows. */
const tables = [
  `CREATE TABLE vote_sources (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('topgg', 'discordbotlist', 'discords', 'infinity', 'generic')),
    name TEXT NOT NULL,
    secret TEXT NOT NULL,
    is_signed INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    paused_at_ms INTEGER,
    deleted_at_ms INTEGER
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX vote_sources_of_bot ON vote_sources (bot_id)',
  `CREATE TABLE votes (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL,
    source_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    username TEXT,
    weight INTEGER NOT NULL,
    voted_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    stored_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX votes_of_bot ON votes (bot_id, voted_at_ms, id)',
  'CREATE INDEX votes_of_user ON votes (bot_id, user_id, expires_at_ms)',
  'CREATE INDEX votes_by_age ON votes (voted_at_ms)',
  `CREATE TABLE vote_days (
    bot_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    source_id TEXT NOT NULL,
    votes INTEGER NOT NULL,
    last_at_ms INTEGER NOT NULL,
    PRIMARY KEY (bot_id, day, source_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE vote_repeats (
    source_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (source_id, hash)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX vote_repeats_by_end ON vote_repeats (until_ms)',
  `CREATE TABLE vote_deliveries (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL,
    source_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    trace TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX vote_deliveries_of_source ON vote_deliveries (source_id, at_ms, id)',
  `CREATE TABLE vote_refusals (
    source_id TEXT NOT NULL,
    hour_ms INTEGER NOT NULL,
    bot_id TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_at_ms INTEGER NOT NULL,
    PRIMARY KEY (source_id, hour_ms)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX vote_refusals_by_age ON vote_refusals (hour_ms)',
];

/** Votes that lists report, with their sources, counts and deliveries. */
export const votes: Migration = {
  version: 18,
  name: 'votes',
  ...onBoth(tables),
};
