import { type Migration, onBoth } from './migration';

/** An older program shows no hours, so for this long one can still go back to it. */
const UNFOLDED_MS = 24 * 3_600_000;

/**
 * Creates the summaries of hours, which replace reports older than a week, and the time from which reports are folded
 * into them. Folds nothing itself: that would keep the service from starting for minutes. Times within an hour are
 * offsets and, on PostgreSQL, columns are ordered by alignment, because a year of a bot has 8 592 rows.
 */
export const reportHours: Migration = {
  version: 8,
  name: 'report-hours',
  ...onBoth([
    `CREATE TABLE report_hours (
      bot_id TEXT NOT NULL,
      hour_ms INTEGER NOT NULL,
      reports integer NOT NULL,
      first_offset_ms integer NOT NULL,
      last_offset_ms integer NOT NULL,
      longest_gap_ms integer NOT NULL,
      server_first integer NOT NULL,
      server_last integer NOT NULL,
      server_min integer NOT NULL,
      server_max integer NOT NULL,
      shard_last integer NOT NULL,
      user_first INTEGER NOT NULL,
      user_last INTEGER NOT NULL,
      user_min INTEGER NOT NULL,
      user_max INTEGER NOT NULL,
      PRIMARY KEY (bot_id, hour_ms)
    ) STRICT, WITHOUT ROWID`,
    'ALTER TABLE bots ADD COLUMN history_due_at_ms INTEGER NOT NULL DEFAULT 0',
    'CREATE TABLE folding (id integer PRIMARY KEY CHECK (id = 1), starts_at_ms INTEGER NOT NULL) STRICT',
    {
      sqlite: [`INSERT INTO folding VALUES (1, unixepoch() * 1000 + ${UNFOLDED_MS})`],
      postgres: [
        `INSERT INTO folding VALUES (1, (extract(epoch from clock_timestamp()) * 1000)::bigint + ${UNFOLDED_MS})`,
      ],
    },
  ]),
};
