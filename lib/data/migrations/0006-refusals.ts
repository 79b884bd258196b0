import { type Migration, onBoth } from './migration';

/** Refused calls by bot, one row a sequence. Like reports without a foreign key, which would lock the row that calls write. */
export const refusals: Migration = {
  version: 6,
  name: 'refusals',
  ...onBoth([
    `CREATE TABLE refusals (
      bot_id TEXT NOT NULL,
      id TEXT NOT NULL,
      key_id TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      error TEXT NOT NULL,
      message TEXT NOT NULL,
      request_id TEXT NOT NULL,
      count INTEGER NOT NULL,
      first_at_ms INTEGER NOT NULL,
      last_at_ms INTEGER NOT NULL,
      PRIMARY KEY (bot_id, id)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX refusals_of_bot ON refusals (bot_id, last_at_ms)',
    'CREATE INDEX refusals_by_age ON refusals (last_at_ms)',
  ]),
};
