import { type Migration, onBoth } from './migration';

/** When each bot last sent a heartbeat, which is a sign of life besides its reports. */
export const heartbeats: Migration = {
  version: 9,
  name: 'heartbeats',
  ...onBoth(['ALTER TABLE bots ADD COLUMN last_heartbeat_at_ms INTEGER']),
};
