/** Numbers as text in the reader's language, always with Latin digits: the sentences around them are English. */

type NumberFormat = Omit<Intl.NumberFormatOptions, 'numberingSystem'>;

const formatters = new Map<string, Intl.NumberFormat>();
/** A form names its reader's language, and any client can send any name. */
const FORMATTERS_MAX = 500;

/** `kind` names the format: creating a formatter costs more than using it. */
function written(value: number, locale: string, kind: string, format: NumberFormat): string {
  const key = `${locale} ${kind}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(locale, { ...format, numberingSystem: 'latn' });
    if (formatters.size >= FORMATTERS_MAX) formatters.clear();
    formatters.set(key, formatter);
  }
  // A hyphen is too short for a minus sign.
  return formatter.format(value).replace('-', '−');
}

/** `12,345` */
export const numberText = (value: number, locale: string): string =>
  written(value, locale, 'plain', { maximumFractionDigits: 2 });

/** `+1,234`, `−5`, `0` */
export const signedText = (value: number, locale: string): string =>
  written(value, locale, 'signed', { signDisplay: 'exceptZero' });

/** `+1.2%`, rounded to one decimal: a change, not a share of a limit. */
export const signedPercentText = (percent: number, locale: string): string =>
  written(percent / 100, locale, 'signed percent', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });

/** An estimate with at most three significant figures: `48.3`, `1,230`. */
export const estimateText = (value: number, locale: string): string =>
  written(value, locale, 'estimate', { maximumSignificantDigits: 3 });

/** `12K`, `1.25M`: labels of axis ticks, with enough decimals to distinguish ticks that are `step` apart. */
export function axisText(value: number, step: number, locale: string): string {
  if (value <= -10_000) return `−${axisText(-value, step, locale)}`;
  if (!(value >= 10_000)) return numberText(value, locale);
  const unit = 1_000 ** Math.floor(Math.log10(value) / 3);
  const wanted = Math.ceil(Math.log10(unit / Math.max(1, step)));
  const digits = wanted > 0 ? Math.min(3, wanted) : 0;
  return written(value, locale, `compact${digits}`, { notation: 'compact', maximumFractionDigits: digits });
}

/** `79.9%` for 79.99: truncated, because rounding up could show a limit as reached that is not. */
export function percentText(percent: number, locale: string, decimals = 1): string {
  return written(percent / 100, locale, `percent${decimals}`, {
    style: 'percent',
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  });
}
