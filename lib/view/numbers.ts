/** Numbers as text, in English like the sentences around them. */

const formatters = new Map<string, Intl.NumberFormat>();

/** `kind` names the format: making a formatter costs more than using it. */
function written(value: number, kind: string, format: Intl.NumberFormatOptions): string {
  const formatter = formatters.get(kind) ?? new Intl.NumberFormat('en-US', format);
  formatters.set(kind, formatter);
  // A hyphen is too short for a minus sign.
  return formatter.format(value).replace('-', '−');
}

/** `12,345` */
export const numberText = (value: number): string => written(value, 'plain', { maximumFractionDigits: 2 });

/** `+1,234`, `−5`, `0` */
export const signedText = (value: number): string => written(value, 'signed', { signDisplay: 'exceptZero' });

/** `+1.2%`, rounded to one decimal: a change, not a share of a limit. */
export const signedPercentText = (percent: number): string =>
  written(percent / 100, 'signed percent', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });

/** An estimate with at most three significant figures: `48.3`, `1,230`. */
export const estimateText = (value: number): string =>
  written(value, 'estimate', { maximumSignificantDigits: 3 });

/** `12K`, `1.25M`: labels of axis ticks, with enough decimals to distinguish ticks that are `step` apart. */
export function axisText(value: number, step: number): string {
  if (value <= -10_000) return `−${axisText(-value, step)}`;
  if (!(value >= 10_000)) return numberText(value);
  const unit = 1_000 ** Math.floor(Math.log10(value) / 3);
  const wanted = Math.ceil(Math.log10(unit / Math.max(1, step)));
  const digits = wanted > 0 ? Math.min(3, wanted) : 0;
  return written(value, `compact${digits}`, { notation: 'compact', maximumFractionDigits: digits });
}

/** `79.9%` for 79.99: truncated, because rounding up could show a limit as reached that is not. */
export const percentText = (percent: number, decimals = 1): string =>
  written(percent / 100, `percent${decimals}`, {
    style: 'percent',
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  });
