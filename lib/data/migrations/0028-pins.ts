import type { Migration } from './migration';

/** Which bots a person has put at the top of their list. */
export const pins: Migration = {
  version: 28,
  name: 'pins',
  sqlite: ["ALTER TABLE users ADD COLUMN pinned_bots TEXT NOT NULL DEFAULT ''"],
  postgres: ["ALTER TABLE users ADD COLUMN pinned_bots text NOT NULL DEFAULT ''"],
};
