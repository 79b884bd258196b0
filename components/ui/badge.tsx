import type { ReactNode } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';

/** `outline` is for what is no state, such as a plan. */
export type Tone = 'neutral' | 'outline' | 'accent' | 'healthy' | 'warning' | 'critical';

const TONES: Record<Tone, string> = {
  neutral: 'bg-inset text-ink',
  outline: 'border border-edge text-muted',
  accent: 'bg-accent-soft text-accent',
  healthy: 'bg-healthy-soft text-healthy',
  warning: 'bg-warning-soft text-warning',
  critical: 'bg-critical-soft text-critical',
};

type BadgeProps = { tone?: Tone; icon?: Elements; className?: string; children: ReactNode };

/** A short label. A coloured tone also needs an icon: colour alone must not carry meaning. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-inner px-1.5 align-middle font-medium text-xs [&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span>{children}</span>
    </span>
  );
}
