import { type Migration, onBoth } from './migration';

/** Events that a manager or viewer has read by themselves, and where the events that people of a bot see are found. */
export const readEventsOfPeople: Migration = {
  version: 31,
  name: 'read-events-of-people',
  ...onBoth([
    `CREATE TABLE read_events (
    user_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    due_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, event_id)
  ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX read_events_of_bot ON read_events (bot_id)',
    `CREATE INDEX events_of_people ON events (bot_id, due_at_ms, id COLLATE "binary") WHERE owner_id <> ''`,
  ]),
  spread: ["SELECT citus_add_local_table_to_metadata('read_events')"],
};
