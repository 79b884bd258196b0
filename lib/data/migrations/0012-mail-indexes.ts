import { type Migration, onBoth } from './migration';

const INDEXES = onBoth([
  // A bot is deleted with its mails.
  'CREATE INDEX mails_of_bot ON mails (bot_id)',
  // Old ones are deleted in batches.
  'CREATE INDEX mails_by_age ON mails (created_at_ms)',
]);

/** Indexes for the deletion of mails. */
export const mailIndexes: Migration = {
  version: 12,
  name: 'mail-indexes',
  ...INDEXES,
};
