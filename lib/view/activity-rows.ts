import type { ActivityEntry, ActivityKey, ChangeEntry } from '@/lib/contract/activity-view';
import { eventText } from '@/lib/contract/event-text';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { isoTime } from '@/lib/domain/text/time';
import { changedFields } from './audit-rows';
import { actorWords } from './audit-words';
import { csv } from './csv';

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
      const changes = changedFields(entry).map(
        ({ field, before, after }) =>
          `${field}: ${[before, after].filter((text) => text !== null).join(' → ')}`,
      );
      const blank = Array.from({ length: 8 }, () => '');
      return ['change', ...times, ...blank, entry.action, actorText(entry), changes.join('; ')];
    }),
  );
