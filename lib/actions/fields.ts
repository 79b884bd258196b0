import type { TimeZoned } from '@/lib/view/times';

/** A text field of a form. Empty when it is absent, a file, or has a NUL, which PostgreSQL cannot store. */
export function field(form: FormData, name: string): string {
  const value = isForm(form) ? form.get(name) : null;
  return typeof value === 'string' && !value.includes('\0') ? value : '';
}

/** All values of a field that a form has several times, without files. */
export const fields = (form: FormData, name: string): string[] =>
  isForm(form) ? form.getAll(name).filter((value) => typeof value === 'string') : [];

/** The names of the ticked boxes of a form, read once: a crafted form can have thousands of fields. */
export const tickedIn = (form: FormData): ReadonlySet<string> =>
  new Set(isForm(form) ? [...form].flatMap(([name, value]) => (value === 'yes' ? [name] : [])) : []);

/** Whether a form has a field, even an empty one. */
export const has = (form: FormData, name: string): boolean => isForm(form) && form.has(name);

/** A crafted request can pass anything instead of a form. */
export const isForm = (given: unknown): given is FormData => given instanceof FormData;

/** The language and time zone of texts for no one in particular, and of pages before hydration. */
export const NEUTRAL_READER: TimeZoned = { locale: 'en', timeZone: 'UTC' };

const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const TIME_ZONE = /^[A-Za-z0-9+/_-]{1,40}$/;

/** The language and time zone that components/ui/reader-fields.tsx put into a form; English and UTC if invalid. */
export function readerIn(form: FormData): TimeZoned {
  const [locale, timeZone] = [field(form, 'locale'), field(form, 'timeZone')];
  if (!LOCALE.test(locale) || !TIME_ZONE.test(timeZone)) return NEUTRAL_READER;
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
    return { locale, timeZone };
  } catch {
    return NEUTRAL_READER;
  }
}
