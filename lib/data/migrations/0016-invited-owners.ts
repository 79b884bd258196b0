import type { Migration } from './migration';

/** People who own bots although they have not accepted their invitation yet. */
export const invitedOwners: Migration = {
  version: 16,
  name: 'invited-owners',
  sqlite: ['ALTER TABLE users ADD COLUMN is_invited INTEGER NOT NULL DEFAULT 0'],
  postgres: ['ALTER TABLE users ADD COLUMN is_invited bigint NOT NULL DEFAULT 0'],
};
