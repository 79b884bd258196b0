import { type Migration, onBoth } from './migration';

const tables = [
  `ALTER TABLE bots ADD COLUMN paused_until_ms INTEGER`,
  `CREATE TABLE marks (
    bot_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('deploy', 'incident', 'note')),
    label TEXT NOT NULL,
    PRIMARY KEY (bot_id, at_ms, id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE pauses (
    bot_id TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    reason TEXT,
    PRIMARY KEY (bot_id, from_ms)
  ) STRICT, WITHOUT ROWID`,
];

/** Marks and planned silences (contract section 13). */
export const marks: Migration = {
  version: 21,
  name: 'marks',
  ...onBoth(tables),
};
