import { type Migration, onBoth } from './migration';

/** Whether the public page of a bot shows its marks of the kind `deploy` (contract section 11). */
export const shownDeploys: Migration = {
  version: 27,
  name: 'shown-deploys',
  ...onBoth(['ALTER TABLE bots ADD COLUMN shows_deploys INTEGER NOT NULL DEFAULT 0']),
};
