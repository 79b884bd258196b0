import { INVALID_TIME, isMoment, isoTime } from '@/lib/domain/text/time';

/** Times as text, in English and of 24 hours, like the sentences around them. */

export type TimeZoned = { readonly timeZone: string };

export const UTC: TimeZoned = { timeZone: 'UTC' };

const STYLES = {
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
  // Of moments near now, whose year is clear.
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  clockSecond: { timeStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof STYLES;

type Formatters = {
  readonly timeZone: string;
  readonly byStyle: Partial<Record<TimeStyle, Intl.DateTimeFormat>>;
};

/** Making a formatter costs more than using it. Those of UTC are kept, and of one other zone: a page has the reader's. */
const inUtc: Formatters = { timeZone: UTC.timeZone, byStyle: {} };
let inLastZone = inUtc;

function formattersOf(timeZone: string): Formatters {
  if (timeZone === UTC.timeZone) return inUtc;
  if (timeZone !== inLastZone.timeZone) inLastZone = { timeZone, byStyle: {} };
  return inLastZone;
}

/** A time in the reader's zone, or INVALID_TIME. */
export function timeText(atMs: number, style: TimeStyle, { timeZone }: TimeZoned): string {
  if (!isMoment(atMs)) return INVALID_TIME;
  const { byStyle } = formattersOf(timeZone);
  byStyle[style] ??= new Intl.DateTimeFormat('en-US', { ...STYLES[style], hourCycle: 'h23', timeZone });
  return byStyle[style].format(atMs);
}

/** `Nov 26, 2026`: a UTC day by its ISO date. */
export const utcDateText = (date: string): string => timeText(Date.parse(date), 'date', UTC);

/** `Nov 2026`: a UTC month, `2026-11`. */
export const utcMonthText = (month: string): string => timeText(Date.parse(`${month}-01`), 'month', UTC);

/** `2026-02-05 03:05:00 UTC`, or INVALID_TIME. */
export const utcText = (atMs: number): string =>
  isMoment(atMs)
    ? isoTime(atMs)
        .replace('T', ' ')
        .replace(/\.\d{3}Z$/, ' UTC')
    : INVALID_TIME;
