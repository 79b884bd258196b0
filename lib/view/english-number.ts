/** The options of Intl.NumberFormat that the pages use. */
export type NumberFormat = Readonly<
  Pick<
    Intl.NumberFormatOptions,
    | 'maximumFractionDigits'
    | 'maximumSignificantDigits'
    | 'signDisplay'
    | 'style'
    | 'notation'
    | 'roundingMode'
  >
>;

/** `units` / 10 ** `places`, exactly; `places` may be negative. */
type Decimal = { readonly units: bigint; readonly places: number };

const COMPACT_UNITS = ['', 'K', 'M', 'B', 'T'] as const;
/** Digits of a number after which it is written without decimals. */
const DEFAULT_FRACTION_DIGITS = 3;

/**
 * What Intl.NumberFormat writes in English, for a finite number (below 1e12 in compact notation). Its first use takes a
 * browser 15 ms and more, several times that on a phone, just when the page should become usable.
 */
export function englishNumber(value: number, format: NumberFormat): string {
  const exact = decimalOf(Math.abs(value));
  const shifted = format.style === 'percent' ? { ...exact, places: exact.places - 2 } : exact;
  const { text, isZero } = format.notation === 'compact' ? compact(shifted, format) : plain(shifted, format);
  const isNegative = value < 0 || Object.is(value, -0);
  const hasNoSign = format.signDisplay === 'exceptZero' && isZero;
  const sign = hasNoSign ? '' : isNegative ? '-' : format.signDisplay === 'exceptZero' ? '+' : '';
  return `${sign}${text}${format.style === 'percent' ? '%' : ''}`;
}

/** The shortest decimal that stands for this number, as it would be typed. */
function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

function plain(exact: Decimal, format: NumberFormat) {
  const rounded = round(exact, placesOf(exact, format), format.roundingMode === 'trunc');
  return { text: written(rounded), isZero: rounded.units === 0n };
}

function compact(exact: Decimal, format: NumberFormat) {
  const places = format.maximumFractionDigits ?? 0;
  const inUnit = (unit: number) => round({ ...exact, places: exact.places + 3 * unit }, places, false);
  const unit = Math.max(0, Math.floor(magnitude(exact) / 3));
  // 999.96 K is 1 M.
  const isNext = inUnit(unit).units >= 1_000n * 10n ** BigInt(places);
  const chosen = isNext ? unit + 1 : unit;
  return { text: `${written(inUnit(chosen))}${COMPACT_UNITS[chosen]}`, isZero: false };
}

function placesOf(exact: Decimal, { maximumFractionDigits, maximumSignificantDigits }: NumberFormat): number {
  if (maximumSignificantDigits === undefined) return maximumFractionDigits ?? DEFAULT_FRACTION_DIGITS;
  return exact.units === 0n ? 0 : maximumSignificantDigits - 1 - magnitude(exact);
}

/** The power of ten of the first digit. */
const magnitude = ({ units, places }: Decimal): number => units.toString().length - 1 - places;

/** At most `places` decimals; halves go away from zero. */
function round({ units, places }: Decimal, wanted: number, isTruncated: boolean): Decimal {
  if (places <= wanted) return { units, places };
  const step = 10n ** BigInt(places - wanted);
  const isUp = !isTruncated && (units % step) * 2n >= step;
  return { units: units / step + (isUp ? 1n : 0n), places: wanted };
}

/** `12,345.6`, without zeros at the end. */
function written({ units, places }: Decimal): string {
  if (places <= 0) return grouped((units * 10n ** BigInt(-places)).toString());
  const digits = units.toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = grouped(digits.slice(0, -places));
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
