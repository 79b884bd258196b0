import type { ComponentProps } from 'react';
import { cn } from './cn';

/** The classes of all one-line controls. Below 768 px the text is 16 px, because phones zoom in on smaller inputs. */
export const CONTROL =
  'h-9 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:bg-inset disabled:text-muted aria-invalid:border-critical-mark md:text-sm';

/** A one-line text field; Field adds the label. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(CONTROL, className)} />;
}
