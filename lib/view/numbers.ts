/** Numbers as text in the reader's language. */

import { englishNumber, type NumberFormat } from './english-number';

const formatters = new Map<string, Intl.NumberFormat>();
/** A form names its reader's language, and any client can send any name. */
const FORMATTERS_MAX = 500;
/** Larger numbers are in no chart. */
const COMPACT_BELOW = 1e12;

function written(value: number, locale: string, kind: string, format: NumberFormat): string {
  const isKnown = Number.isFinite(value) && (format.notation !== 'compact' || value < COMPACT_BELOW);
  return locale === 'en' && isKnown
    ? englishNumber(value, format)
    : formatter(locale, kind, format).format(value);
}

function formatter(locale: string, kind: string, format: NumberFormat): Intl.NumberFormat {
  const key = `${locale} ${kind}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, format);
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  formatters.set(key, made);
  return made;
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
  if (value <= -10_000) return `-${axisText(-value, step, locale)}`;
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
