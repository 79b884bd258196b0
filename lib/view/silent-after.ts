import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { parseCount } from './number-input';
import { numberText } from './numbers';

/** The time until a bot counts as silent, as two fields of a form. */

/** The largest first. */
const UNITS = [
  { value: 'd', label: 'days', ms: DAY_MS },
  { value: 'h', label: 'hours', ms: HOUR_MS },
  { value: 'min', label: 'minutes', ms: MINUTE_MS },
] as const;

export const SILENT_AFTER_UNITS = UNITS.map(({ value, label }) => ({ value, label })).reverse();

/** A setting in the largest unit in which it is a whole number; empty without a setting. */
export function silentAfterFields(ms: number | null): { count: string; unit: string } {
  if (ms === null) return { count: '', unit: 'min' };
  const unit = UNITS.find((each) => ms % each.ms === 0) ?? UNITS[2];
  return { count: numberText(ms / unit.ms), unit: unit.value };
}

/** The setting in milliseconds; `null` if it is empty, NaN if it is no number or has no such unit. */
export function parseSilentAfter(text: string, unit: string): number | null {
  if (text.trim() === '') return null;
  const unitMs = UNITS.find(({ value }) => value === unit)?.ms ?? Number.NaN;
  return (parseCount(text) ?? Number.NaN) * unitMs;
}
