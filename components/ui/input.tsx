import type { ComponentProps } from 'react';
import { cn } from './cn';

/** The look that all one-line controls share. Below 640 px the text is 16 px: smaller makes phones zoom in. */
export const CONTROL =
  'h-8 w-full min-w-0 rounded border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:bg-inset disabled:text-muted aria-invalid:border-critical-mark sm:text-sm';

/** A one-line text field; give it its label with Field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(CONTROL, className)} />;
}
