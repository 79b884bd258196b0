import type { Migration } from './migration';

/** Why a bot was disabled, as its admin wrote it: its owner reads it. */
const COLUMN = ['ALTER TABLE bots ADD COLUMN disabled_reason TEXT'];

export const disabledReason: Migration = {
  version: 13,
  name: 'disabled-reason',
  sqlite: COLUMN,
  postgres: COLUMN,
};
