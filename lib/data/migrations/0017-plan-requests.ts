import type { Migration } from './migration';

const columns = (text: string, whole: string) => `
      bot_id ${text} NOT NULL PRIMARY KEY,
      plan ${text} NOT NULL CHECK (plan IN ('free', 'premium', 'business')),
      former_plan ${text} NOT NULL CHECK (former_plan IN ('free', 'premium', 'business')),
      asked_at_ms ${whole} NOT NULL,
      used ${whole} NOT NULL,
      reset_at_ms ${whole} NOT NULL,
      pace_calls ${whole},
      pace_span_ms ${whole},
      runs_out_at_ms ${whole},
      status ${text} NOT NULL CHECK (status IN ('open', 'granted', 'declined', 'closed')),
      answered_at_ms ${whole},
      answer ${text} NOT NULL`;
/** Those that wait for an admin, whom every visit of the overview shows. */
const open = (id: string) =>
  `CREATE INDEX plan_requests_open ON plan_requests (asked_at_ms, ${id}) WHERE status = 'open'`;

/**
 * Owners' requests for larger plans, the latest of each bot. Without a foreign key, which would lock the bot's row that
 * calls write; deleting a bot deletes its request.
 */
export const planRequests: Migration = {
  version: 17,
  name: 'plan-requests',
  sqlite: [
    `CREATE TABLE plan_requests (${columns('TEXT', 'INTEGER')}
    ) STRICT, WITHOUT ROWID`,
    open('bot_id'),
  ],
  postgres: [
    `CREATE TABLE plan_requests (${columns('text', 'bigint')}
    )`,
    open('bot_id COLLATE "binary"'),
  ],
};
