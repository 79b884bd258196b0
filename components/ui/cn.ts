import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// The names of tailwind.config.ts that Tailwind itself does not have, and that could be taken for colours.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      radius: ['inner', 'control', 'dialog'],
      text: ['control', 'figure', 'headline'],
      shadow: ['float'],
    },
  },
});

/** Joins class names. Of two classes of Tailwind for one property the last one is kept. */
export const cn = (...classes: readonly ClassValue[]): string => merge(clsx(classes));
