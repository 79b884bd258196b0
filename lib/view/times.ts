import { INVALID_TIME, isMoment, isoTime } from '@/lib/domain/text/time';

/** Times as text, in English and of 24 hours, like the sentences around them. Formatters are cached per language, zone and style: creating one costs more than using it. */

export type TimeZoned = { readonly locale: string; readonly timeZone: string };

const STYLES = {
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
  // Of moments near now, whose year is clear.
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  clockSecond: { timeStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof STYLES;

/** The sentences around a time are English, and its day is one of the Gregorian calendar. */
const WRITTEN = { numberingSystem: 'latn', calendar: 'gregory', hourCycle: 'h23' } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();
/** A form names its reader's language, and any client can send any name. */
const FORMATTERS_MAX = 500;

/** A time in the reader's language and zone, or INVALID_TIME. */
export function timeText(atMs: number, style: TimeStyle, { locale, timeZone }: TimeZoned): string {
  if (!isMoment(atMs)) return INVALID_TIME;
  const key = `${locale} ${timeZone} ${style}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale, { ...STYLES[style], ...WRITTEN, timeZone });
    if (formatters.size >= FORMATTERS_MAX) formatters.clear();
    formatters.set(key, formatter);
  }
  return formatter.format(atMs);
}

/** `Nov 26, 2026`: a UTC day by its ISO date. */
export const utcDateText = (date: string, locale: string): string =>
  timeText(Date.parse(date), 'date', { locale, timeZone: 'UTC' });

/** `2026-02-05 03:05:00 UTC`, or INVALID_TIME. */
export const utcText = (atMs: number): string =>
  isMoment(atMs)
    ? isoTime(atMs)
        .replace('T', ' ')
        .replace(/\.\d{3}Z$/, ' UTC')
    : INVALID_TIME;
