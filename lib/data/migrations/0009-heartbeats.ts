import type { Migration } from './migration';

/** When each bot last sent a heartbeat, which is a sign of life besides its reports. */
export const heartbeats: Migration = {
  version: 9,
  name: 'heartbeats',
  sqlite: ['ALTER TABLE bots ADD COLUMN last_heartbeat_at_ms INTEGER'],
  postgres: ['ALTER TABLE bots ADD COLUMN last_heartbeat_at_ms bigint'],
};
