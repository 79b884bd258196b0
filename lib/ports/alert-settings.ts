import type { AlertSettings as Settings } from '@/lib/domain/alert-settings';

/** People's settings for the events of their bots. */
export interface AlertSettings {
  /** The defaults if the person has chosen nothing for this bot. */
  find(userId: string, botId: string): Promise<Settings>;
  put(userId: string, botId: string, settings: Settings): Promise<void>;
  /** Deletes everyone's settings for a bot. */
  deleteOfBot(botId: string): Promise<void>;
}
