import type { Migration } from './migration';

/** What the last refused report of a sequence had for fields: names of a closed list, types and lengths, never a value. */
const COLUMN = ["ALTER TABLE refusals ADD COLUMN sent TEXT NOT NULL DEFAULT ''"];

export const sentBodies: Migration = {
  version: 25,
  name: 'sent-bodies',
  sqlite: COLUMN,
  postgres: COLUMN,
};
