'use client';

import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';
import { Tooltip } from './tooltip';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Its accessible name and tooltip. */
  label: string;
  icon: ReactNode;
};

/** A square button with an icon only, 32 px. */
export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={cn(
          'inline-flex size-8 shrink-0 items-center justify-center rounded border border-transparent text-muted transition-colors duration-150 hover:bg-inset hover:text-ink disabled:opacity-60 [&_svg]:size-4',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
