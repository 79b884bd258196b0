'use client';

import { numberText, percentText } from '@/lib/view/numbers';
import { useReader } from './reader';

/** A number as the reader's language writes it. */
export function Num({ value }: { value: number }) {
  return <>{numberText(value, useReader().locale)}</>;
}

/** A percentage, `value` being in percent, with at most `decimals` decimals. Cut, never rounded up. */
export function Percent({ value, decimals = 1 }: { value: number; decimals?: number }) {
  return <>{percentText(value, useReader().locale, decimals)}</>;
}
