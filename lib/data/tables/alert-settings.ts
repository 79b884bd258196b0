import type { Kysely } from 'kysely';
import { DEFAULT_ALERTS, decodeAlertSettings, encodeAlertSettings } from '@/lib/domain/alert-settings';
import type { AlertSettings } from '@/lib/ports/people';
import type { Schema } from '../schema';

export const alertSettings = (db: Kysely<Schema>): AlertSettings => ({
  async find(userId, botId) {
    const row = await db
      .selectFrom('alert_settings')
      .select('settings_json')
      .where('user_id', '=', userId)
      .where('bot_id', '=', botId)
      .executeTakeFirst();
    return row === undefined ? DEFAULT_ALERTS : decodeAlertSettings(row.settings_json);
  },
  async put(userId, botId, settings) {
    const settings_json = encodeAlertSettings(settings);
    await db
      .insertInto('alert_settings')
      .values({ user_id: userId, bot_id: botId, settings_json })
      .onConflict((conflict) => conflict.columns(['user_id', 'bot_id']).doUpdateSet({ settings_json }))
      .execute();
  },
  async deleteOfBot(botId) {
    await db.deleteFrom('alert_settings').where('bot_id', '=', botId).execute();
  },
});
