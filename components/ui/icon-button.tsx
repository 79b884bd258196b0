'use client';

import type { ComponentProps, ReactNode } from 'react';
import { buttonStyle } from './button-style';
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
      <button {...rest} type={type} aria-label={label} className={buttonStyle('ghost', 'icon', className)}>
        {icon}
      </button>
    </Tooltip>
  );
}
