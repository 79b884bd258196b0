import { type Migration, onBoth } from './migration';

/** Which bots a person has put at the top of their list. */
export const pins: Migration = {
  version: 28,
  name: 'pins',
  ...onBoth(["ALTER TABLE users ADD COLUMN pinned_bots TEXT NOT NULL DEFAULT ''"]),
};
