import type { ActivityEntry, ActivityKey, ChangeEntry } from '@/lib/contract/activity-view';
import { eventText } from '@/lib/contract/event-text';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { isoTime } from '@/lib/domain/text/time';
import { UUID } from '@/lib/domain/text/uuid';
import { changedFields } from './audit-rows';
import { actionWords, actorWords } from './audit-words';
import { csv } from './csv';

/** What was done to a bot, in the past tense. */
const DONE: Readonly<Record<string, string>> = {
  'alerts.change': 'Alerts chosen',
  'bot.ask-plan': 'Larger plan asked for',
  'bot.change': 'Bot changed',
  'bot.create': 'Bot registered',
  'bot.decline-plan': 'Larger plan declined',
  'bot.pause': 'Silence planned',
  'bot.publish': 'Page published',
  'bot.resume': 'Planned silence ended',
  'bot.unpublish': 'Page taken back',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  'key.rotate': 'Key rotated',
  'marks.add': 'Mark added',
  'marks.delete': 'Mark deleted',
  'votes.add-source': 'Vote source added',
  'votes.delete-source': 'Vote source deleted',
  'votes.pause-source': 'Vote source paused',
  'votes.purge': 'Votes of a user deleted',
  'votes.resume-source': 'Vote source resumed',
  'votes.rotate-source': 'Vote secret rotated',
  'webhook.change': 'Webhook changed',
  'webhook.create': 'Webhook added',
  'webhook.delete': 'Webhook deleted',
  'webhook.rotate-secret': 'Webhook secret rotated',
  'webhook.send-again': 'Event sent again',
  'webhook.test': 'Test event sent',
};

/** What is said of a thing by its name, and the fields that have it. */
const OF_NAMED = /^(?:Key|Mark|Vote source)(?= \w+$)/;
const NAMES = ['Key', 'Text', 'Name'];

/** `Key created` */
const doneWords = (action: string): string =>
  (Object.hasOwn(DONE, action) ? DONE[action] : undefined) ?? actionWords(action);

const changesIn = (entry: ChangeEntry) =>
  changedFields(entry).map(({ field, before, after }) => ({
    field,
    text: [before, after].filter((text) => text !== null).join(' → '),
  }));

/** `Key “production” created. Expires: never`: a change in one line, without ids. */
export function changeText(entry: ChangeEntry): string {
  const fields = changesIn(entry).filter(({ text }) => !UUID.test(text));
  const words = doneWords(entry.action);
  const name =
    OF_NAMED.test(words) && NAMES.flatMap((each) => fields.filter(({ field }) => field === each))[0]?.text;
  const said = name ? words.replace(OF_NAMED, `$& “${name}”`) : words;
  const changes = fields
    .filter(({ field, text }) => !(name && NAMES.includes(field) && name.includes(text)))
    .map(({ field, text }) => `${field}: ${text}`);
  return changes.length === 0 ? said : `${said}. ${changes.join('; ')}`;
}

/** Who made a change. */
export function actorText({ actor, actorName }: Pick<ChangeEntry, 'actor' | 'actorName'>): string {
  if (actorName !== null) return actorName;
  const words = actorWords(actor);
  return words === actor ? 'A deleted person' : words;
}

/** What ended a key, and when; `null` while it is live. */
export function keyEnd(
  key: ActivityKey,
  nowMs: number,
): { readonly word: 'revoked' | 'expired'; readonly atMs: number } | null {
  if (isKeyLive(key, nowMs)) return null;
  const { expiresAtMs, revokedAtMs } = key;
  return revokedAtMs === null
    ? { word: 'expired', atMs: expiresAtMs ?? nowMs }
    : { word: 'revoked', atMs: revokedAtMs };
}

const HEADER = [
  'kind',
  'first',
  'last',
  'count',
  'operation',
  'status',
  'error',
  'message',
  'key',
  'last_four',
  'request_id',
  'action',
  'by',
  'change',
];

/** All entries as CSV, in UTC. */
export const activityCsv = (entries: readonly ActivityEntry[]): string =>
  csv(
    HEADER,
    entries.map((entry) => {
      const times = [isoTime(entry.firstAtMs), isoTime(entry.lastAtMs)];
      if (entry.kind === 'refused') {
        const { count, operation, status, error, message, key, requestId } = entry;
        const called = ['refused', ...times, count, operation, status, error, message];
        return [...called, key?.name ?? '', key?.last4 ?? '', requestId, '', '', ''];
      }
      if (entry.kind === 'events') {
        const { title, meaning } = eventText(entry.event, { timeZone: 'UTC' });
        const blank = Array.from({ length: 4 }, () => '');
        return ['event', ...times, ...blank, `${title}. ${meaning}`, '', '', '', entry.event.type, '', ''];
      }
      const changes = changesIn(entry).map(({ field, text }) => `${field}: ${text}`);
      const blank = Array.from({ length: 8 }, () => '');
      return ['change', ...times, ...blank, entry.action, actorText(entry), changes.join('; ')];
    }),
  );
