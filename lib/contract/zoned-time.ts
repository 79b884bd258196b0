import { parseTimeZone } from '@/lib/domain/people/caller';
import { INVALID_TIME, isMoment } from '@/lib/domain/text/time';

const FIELDS = {
  ...({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const),
};

/** One for each time zone that a person has chosen. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `Sun, Nov 22, 2026, 14:30 UTC`, for messages; an unknown time zone is read as UTC. */
export function zonedTime(atMs: number, timeZone: string): string {
  if (!isMoment(atMs)) return INVALID_TIME;
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone: parseTimeZone(timeZone) ?? 'UTC' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(atMs);
}
