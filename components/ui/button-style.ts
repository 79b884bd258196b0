import { cn } from './cn';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm' | 'icon';

const BASE =
  'control inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap border font-medium transition-colors duration-150 [&_svg]:size-4 [&_svg]:shrink-0';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-accent-ink enabled:hover:opacity-90',
  secondary: 'border-line bg-surface text-ink hover:bg-inset hover:border-line-strong',
  ghost: 'border-transparent text-ink hover:bg-inset',
  danger: 'border-danger bg-danger text-danger-ink enabled:hover:opacity-90',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'h-8 rounded px-3 text-sm',
  sm: 'h-6 rounded-inner px-2 text-xs',
  icon: 'size-8 rounded',
};

/** The classes of a button, also for links that look like one. */
export const buttonStyle = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  cn(BASE, VARIANTS[variant], SIZES[size], className);
