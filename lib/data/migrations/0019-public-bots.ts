import type { Migration } from './migration';

/** Whether anyone may see a bot (contract section 11). */
export const publicBots: Migration = {
  version: 19,
  name: 'public-bots',
  sqlite: ['ALTER TABLE bots ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0'],
  postgres: ['ALTER TABLE bots ADD COLUMN is_public bigint NOT NULL DEFAULT 0'],
};
