import { numberText, percentText, signedText } from '@/lib/view/numbers';

/** A number, in an element of its own as all text beside other text. */
export function Num({ value }: { value: number }) {
  return <span>{numberText(value)}</span>;
}

/** A change: a number with its sign. */
export function SignedNum({ value }: { value: number }) {
  return <span>{signedText(value)}</span>;
}

/** A percentage: `value` in percent with at most `decimals` decimals, truncated, never rounded up. */
export function Percent({ value, decimals = 1 }: { value: number; decimals?: number }) {
  return <span>{percentText(value, decimals)}</span>;
}
