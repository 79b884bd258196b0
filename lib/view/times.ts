/** Times for people. Formatters are made once a language, zone and style: making one costs more than using it. */

export type TimeZoned = { readonly locale: string; readonly timeZone: string };

const STYLES = {
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  weekdayMinute: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof STYLES;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A moment in the reader's language and zone. */
export function timeText(atMs: number, style: TimeStyle, { locale, timeZone }: TimeZoned): string {
  const key = `${locale} ${timeZone} ${style}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
    formatters.set(key, formatter);
  }
  return formatter.format(atMs);
}

export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

/** `2026-02-05 03:05:00 UTC` */
export const utcText = (atMs: number): string => `${isoTime(atMs).slice(0, 19).replace('T', ' ')} UTC`;
