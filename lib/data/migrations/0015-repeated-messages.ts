import { type Migration, onBoth } from './migration';

/** When the message about a silence is next to be repeated. */
export const repeatedMessages: Migration = {
  version: 15,
  name: 'repeated-messages',
  ...onBoth([
    'ALTER TABLE alert_settings ADD COLUMN repeat_at_ms INTEGER',
    'CREATE INDEX alert_settings_repeat ON alert_settings (repeat_at_ms) WHERE repeat_at_ms IS NOT NULL',
  ]),
};
