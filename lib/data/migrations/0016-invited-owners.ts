import { type Migration, onBoth } from './migration';

/** People who own bots although they have not accepted their invitation yet. */
export const invitedOwners: Migration = {
  version: 16,
  name: 'invited-owners',
  ...onBoth(['ALTER TABLE users ADD COLUMN is_invited INTEGER NOT NULL DEFAULT 0']),
};
