const NAME = /^[A-Za-z][A-Za-z0-9+/_-]{0,39}$/;

/** The IANA name of a time zone as this system spells it; `null` if it knows none of that name. */
export function parseTimeZone(text: string): string | null {
  if (!NAME.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
