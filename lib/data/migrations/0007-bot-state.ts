import type { Migration } from './migration';

/**
 * What the state of a bot needs: when it was enabled, its own time until silent, the former plan's interval, and the
 * times in which an instance was serving. The last known report shows that one was serving until then.
 */
export const botState: Migration = {
  version: 7,
  name: 'bot-state',
  sqlite: [
    'ALTER TABLE bots ADD COLUMN enabled_at_ms INTEGER',
    'ALTER TABLE bots ADD COLUMN silent_after_ms INTEGER CHECK (silent_after_ms BETWEEN 300000 AND 604800000)',
    'ALTER TABLE bots ADD COLUMN former_interval_minutes INTEGER',
    'CREATE TABLE serving_times (from_ms INTEGER NOT NULL PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT',
    `INSERT INTO serving_times SELECT 0, max(last_report_at_ms) FROM bots HAVING max(last_report_at_ms) IS NOT NULL`,
  ],
  postgres: [
    'ALTER TABLE bots ADD COLUMN enabled_at_ms bigint',
    'ALTER TABLE bots ADD COLUMN silent_after_ms bigint CHECK (silent_after_ms BETWEEN 300000 AND 604800000)',
    'ALTER TABLE bots ADD COLUMN former_interval_minutes integer',
    'CREATE TABLE serving_times (from_ms bigint NOT NULL PRIMARY KEY, until_ms bigint NOT NULL)',
    `INSERT INTO serving_times SELECT 0, max(last_report_at_ms) FROM bots HAVING max(last_report_at_ms) IS NOT NULL`,
  ],
};
