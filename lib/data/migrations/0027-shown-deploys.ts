import type { Migration } from './migration';

/** Whether the public page of a bot shows its marks of the kind `deploy` (contract section 11). */
export const shownDeploys: Migration = {
  version: 27,
  name: 'shown-deploys',
  sqlite: ['ALTER TABLE bots ADD COLUMN shows_deploys INTEGER NOT NULL DEFAULT 0'],
  postgres: ['ALTER TABLE bots ADD COLUMN shows_deploys bigint NOT NULL DEFAULT 0'],
};
