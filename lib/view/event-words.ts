import type { ChartMark } from '@/lib/contract/bot-view';
import type { EventType } from '@/lib/domain/alerts/event';
import type { MarkKind } from '@/lib/domain/history/mark';

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
  'vote.created': 'New vote',
  'votes.limited': 'Votes not stored',
  'bot.digest': 'Digest',
};

/** What each kind of mark is called. */
export const MARK_WORDS: Readonly<Record<MarkKind, string>> = {
  deploy: 'Deployment',
  incident: 'Incident',
  note: 'Note',
};

/** `Deployment: Version 2.4`, or the name of an event. */
export const markText = (mark: ChartMark): string =>
  'text' in mark ? `${MARK_WORDS[mark.type]}: ${mark.text}` : EVENT_WORDS[mark.type];

/** `Planned silence: moving to a new host` */
export const pauseText = (reason: string | null): string =>
  reason === null ? 'Planned silence' : `Planned silence: ${reason}`;
