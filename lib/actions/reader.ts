import type { TimeZoned } from '@/lib/view/times';

/** The language and time zone of texts for no one in particular, and of pages before hydration. */
export const NEUTRAL_READER: TimeZoned = { locale: 'en', timeZone: 'UTC' };

const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const TIME_ZONE = /^[A-Za-z0-9+/_-]{1,40}$/;

/** The language and time zone that components/ui/reader-fields.tsx put into a form; English and UTC if invalid. */
export function readerOf({ locale, timeZone }: TimeZoned): TimeZoned {
  if (!LOCALE.test(locale) || !TIME_ZONE.test(timeZone)) return NEUTRAL_READER;
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
    return { locale, timeZone };
  } catch {
    return NEUTRAL_READER;
  }
}
