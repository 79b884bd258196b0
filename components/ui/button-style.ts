import { cn } from './cn';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm' | 'lg' | 'icon';

const BASE =
  'control inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap border font-medium transition-colors duration-150 [&_svg]:size-4 [&_svg]:shrink-0';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-action bg-action text-action-ink hover:opacity-90',
  secondary: 'border-edge bg-surface text-ink hover:bg-hover',
  ghost: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-edge bg-surface text-danger hover:bg-critical-soft',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'h-8 rounded-control px-3 text-control',
  sm: 'h-7 rounded-control px-2 text-xs',
  lg: 'h-10 rounded px-4 text-sm',
  icon: 'size-8 rounded-control',
};

/** The classes of a button, also for links that look like one. */
export const buttonStyle = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  cn(BASE, VARIANTS[variant], SIZES[size], className);
