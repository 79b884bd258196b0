import { type Migration, onBoth } from './migration';

/** Whether an event's owner has read it by itself, or caused it. */
export const readEvents: Migration = {
  version: 14,
  name: 'read-events',
  ...onBoth([
    'ALTER TABLE events ADD COLUMN is_read INTEGER NOT NULL DEFAULT 0',
    // The unread number, which every page shows: what was read one by one costs nothing.
    'CREATE INDEX events_unread ON events (owner_id, due_at_ms, id COLLATE "binary") WHERE is_read = 0',
    // Notifications of one kind.
    'CREATE INDEX events_of_owner_type ON events (owner_id, type, due_at_ms, id COLLATE "binary")',
  ]),
};
