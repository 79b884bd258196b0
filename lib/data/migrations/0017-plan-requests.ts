import { type Migration, onBoth } from './migration';

/**
 * Owners' requests for larger plans, the latest of each bot. Without a foreign key, which would lock the bot's row that
 * calls write; deleting a bot deletes its request.
 */
export const planRequests: Migration = {
  version: 17,
  name: 'plan-requests',
  ...onBoth([
    `CREATE TABLE plan_requests (
      bot_id TEXT NOT NULL PRIMARY KEY,
      plan TEXT NOT NULL CHECK (plan IN ('free', 'premium', 'business')),
      former_plan TEXT NOT NULL CHECK (former_plan IN ('free', 'premium', 'business')),
      asked_at_ms INTEGER NOT NULL,
      used INTEGER NOT NULL,
      reset_at_ms INTEGER NOT NULL,
      pace_calls INTEGER,
      pace_span_ms INTEGER,
      runs_out_at_ms INTEGER,
      status TEXT NOT NULL CHECK (status IN ('open', 'granted', 'declined', 'closed')),
      answered_at_ms INTEGER,
      answer TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    // Those that wait for an admin, whom every visit of the overview shows.
    `CREATE INDEX plan_requests_open ON plan_requests (asked_at_ms, bot_id COLLATE "binary") WHERE status = 'open'`,
  ]),
};
