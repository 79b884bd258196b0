import type { Migration } from './migration';

/** Without foreign keys, like events: deleting a bot deletes its rows. */
const tables = (integer: string, text: string, end: string): string[] => [
  `CREATE TABLE vote_sources (
    id ${text} NOT NULL PRIMARY KEY,
    bot_id ${text} NOT NULL,
    kind ${text} NOT NULL CHECK (kind IN ('topgg', 'discordbotlist', 'discords', 'infinity', 'generic')),
    name ${text} NOT NULL,
    secret ${text} NOT NULL,
    is_signed ${integer} NOT NULL,
    created_at_ms ${integer} NOT NULL,
    paused_at_ms ${integer},
    deleted_at_ms ${integer}
  )${end}`,
  'CREATE INDEX vote_sources_of_bot ON vote_sources (bot_id)',
  `CREATE TABLE votes (
    id ${text} NOT NULL PRIMARY KEY,
    bot_id ${text} NOT NULL,
    source_id ${text} NOT NULL,
    user_id ${text} NOT NULL,
    username ${text},
    weight ${integer} NOT NULL,
    voted_at_ms ${integer} NOT NULL,
    expires_at_ms ${integer} NOT NULL,
    stored_at_ms ${integer} NOT NULL
  )${end}`,
  'CREATE INDEX votes_of_bot ON votes (bot_id, voted_at_ms, id)',
  'CREATE INDEX votes_of_user ON votes (bot_id, user_id, expires_at_ms)',
  'CREATE INDEX votes_by_age ON votes (voted_at_ms)',
  `CREATE TABLE vote_days (
    bot_id ${text} NOT NULL,
    day ${integer} NOT NULL,
    source_id ${text} NOT NULL,
    votes ${integer} NOT NULL,
    last_at_ms ${integer} NOT NULL,
    PRIMARY KEY (bot_id, day, source_id)
  )${end}`,
  `CREATE TABLE vote_repeats (
    source_id ${text} NOT NULL,
    hash ${text} NOT NULL,
    until_ms ${integer} NOT NULL,
    PRIMARY KEY (source_id, hash)
  )${end}`,
  'CREATE INDEX vote_repeats_by_end ON vote_repeats (until_ms)',
  `CREATE TABLE vote_deliveries (
    id ${text} NOT NULL PRIMARY KEY,
    bot_id ${text} NOT NULL,
    source_id ${text} NOT NULL,
    at_ms ${integer} NOT NULL,
    status ${integer} NOT NULL,
    outcome ${text} NOT NULL,
    trace ${text} NOT NULL
  )${end}`,
  'CREATE INDEX vote_deliveries_of_source ON vote_deliveries (source_id, at_ms, id)',
  `CREATE TABLE vote_refusals (
    source_id ${text} NOT NULL,
    hour_ms ${integer} NOT NULL,
    bot_id ${text} NOT NULL,
    count ${integer} NOT NULL,
    last_at_ms ${integer} NOT NULL,
    PRIMARY KEY (source_id, hour_ms)
  )${end}`,
  'CREATE INDEX vote_refusals_by_age ON vote_refusals (hour_ms)',
];

/** Votes that lists report, with their sources, counts and deliveries. */
export const votes: Migration = {
  version: 18,
  name: 'votes',
  sqlite: tables('INTEGER', 'TEXT', ' STRICT, WITHOUT ROWID'),
  postgres: tables('bigint', 'text', ''),
};
