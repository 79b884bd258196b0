import { type Migration, onBoth } from './migration';

const MOVED = `('sign-in', 'sign-in.refuse', 'deny')`;
const HOUR_MS = 3_600_000;

/**
 * Moves sign-ins and denials from the audit log, which is kept forever, to a table with one row per hour, kind and
 * subject. Adds notices for people, and when a session last confirmed the password.
 */
export const access: Migration = {
  version: 5,
  name: 'access',
  ...onBoth([
    `CREATE TABLE access_log (
      hour_ms INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ${MOVED}),
      subject TEXT NOT NULL,
      count INTEGER NOT NULL,
      last_at_ms INTEGER NOT NULL,
      last_detail TEXT NOT NULL,
      last_address TEXT NOT NULL,
      PRIMARY KEY (hour_ms, kind, subject)
    ) STRICT, WITHOUT ROWID`,
    {
      sqlite: [
        // With max(), SQLite reads the other columns from the row that has the maximum.
        `INSERT INTO access_log
      SELECT at_ms - at_ms % ${HOUR_MS}, action, CASE action WHEN 'deny' THEN actor ELSE subject END AS person,
        count(*), max(at_ms),
        CASE action WHEN 'deny' THEN subject ELSE coalesce(after_json ->> '$.method', 'password') END,
        CASE WHEN after_json ->> '$.address' GLOB '*[^0-9A-Fa-f.:]*' THEN ''
          ELSE coalesce(after_json ->> '$.address', '') END
      FROM audit_log WHERE action IN ${MOVED}
      GROUP BY at_ms - at_ms % ${HOUR_MS}, action, person`,
        'DROP TRIGGER audit_log_keeps',
        `DELETE FROM audit_log WHERE action IN ${MOVED}`,
        `CREATE TRIGGER audit_log_keeps BEFORE DELETE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
      ],
      postgres: [
        `INSERT INTO access_log
      SELECT hour_ms, action, person, count(*), max(at_ms),
        (array_agg(detail ORDER BY at_ms DESC, id DESC))[1],
        (array_agg(CASE WHEN address ~ '^[0-9A-Fa-f.:]+$' THEN address ELSE '' END ORDER BY at_ms DESC, id DESC))[1]
      FROM (
        SELECT id, at_ms, at_ms - at_ms % ${HOUR_MS} AS hour_ms, action,
          CASE action WHEN 'deny' THEN actor ELSE subject END AS person,
          CASE action WHEN 'deny' THEN subject ELSE coalesce(after_json::json ->> 'method', 'password') END AS detail,
          after_json::json ->> 'address' AS address
        FROM audit_log WHERE action IN ${MOVED}
      ) AS moved
      GROUP BY hour_ms, action, person`,
        'ALTER TABLE audit_log DISABLE TRIGGER audit_log_stands',
        `DELETE FROM audit_log WHERE action IN ${MOVED}`,
        'ALTER TABLE audit_log ENABLE TRIGGER audit_log_stands',
      ],
    },
    `CREATE TABLE notices (
      id TEXT NOT NULL PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      actor TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX notices_of_user ON notices (user_id, at_ms)',
    'ALTER TABLE sessions ADD COLUMN confirmed_at_ms INTEGER',
  ]),
};
