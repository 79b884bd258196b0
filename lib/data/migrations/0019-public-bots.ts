import { type Migration, onBoth } from './migration';

/** Whether anyone may see a bot (contract section 11). */
export const publicBots: Migration = {
  version: 19,
  name: 'public-bots',
  ...onBoth(['ALTER TABLE bots ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0']),
};
