import type { EventType } from '@/lib/domain/alerts/event';

/** What each type of event is called in lists and settings. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'quota.warning': 'Quota at 80%',
  'quota.critical': 'Quota at 95%',
  'quota.exhausted': 'Quota used up',
  'quota.restored': 'Calls accepted again',
  'quota.forecast': 'Quota will run out early',
  'bot.silent': 'Bot is silent',
  'bot.recovered': 'Bot reports again',
  'stats.dropped': 'Server count dropped',
  'key.created': 'Key created',
  'key.rotated': 'Key rotated',
  'key.revoked': 'Key revoked',
  'key.expiring': 'Key expires soon',
  'bot.disabled': 'Bot disabled',
  'bot.enabled': 'Bot enabled',
  'bot.plan_changed': 'Plan changed',
  'bot.owner_changed': 'Owner changed',
  'webhook.disabled': 'Webhook switched off',
  'webhook.test': 'Test message',
};
