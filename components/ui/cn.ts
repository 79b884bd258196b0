import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// The one scale of tailwind.config.ts with a name that Tailwind itself does not have.
const merge = extendTailwindMerge({ extend: { theme: { radius: ['inner'] } } });

/** Joins class names. Of two classes of Tailwind for one property the last one is kept. */
export const cn = (...classes: readonly ClassValue[]): string => merge(clsx(classes));
