'use client';

import { numberText, percentText, signedText } from '@/lib/view/numbers';
import { useReader } from './reader';

/** A number in the format of the reader's language. */
export function Num({ value }: { value: number }) {
  return <span>{numberText(value, useReader().locale)}</span>;
}

/** A change: a number with its sign. */
export function SignedNum({ value }: { value: number }) {
  return <span>{signedText(value, useReader().locale)}</span>;
}

/** A percentage: `value` in percent with at most `decimals` decimals, truncated, never rounded up. */
export function Percent({ value, decimals = 1 }: { value: number; decimals?: number }) {
  return <span>{percentText(value, useReader().locale, decimals)}</span>;
}
