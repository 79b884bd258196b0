'use client';

import * as Radix from 'radix-ui/tooltip';
import { cn } from './cn';
import type { Elements } from './elements';
import { overlayRoot } from './overlay-root';

/** What all tooltips of a page share: of two next to each other the second one is shown at once. */
export const TooltipProvider = Radix.Provider;

type TooltipProps = {
  text: string;
  /** At the right of an icon of the narrow sidebar; where the sidebar is wide or a drawer, the name stands in it. */
  isBeside?: boolean;
  children: Elements;
};

/** Shows a control's name on hover, and on focus by keyboard; Escape hides it. */
export function Tooltip({ text, isBeside = false, children }: TooltipProps) {
  return (
    <Radix.Root delayDuration={300} disableHoverableContent>
      <Radix.Trigger
        asChild
        // A focus that a mouse or a script set, e.g. when a menu is closed, shows none.
        onFocus={(event) => event.target.matches(':focus-visible') || event.preventDefault()}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal container={overlayRoot()}>
        <Radix.Content
          side={isBeside ? 'right' : 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-60 max-w-xs rounded-inner bg-ink px-2 py-1 text-canvas text-xs',
            isBeside && 'max-md:hidden xl:hidden',
          )}
        >
          <span>{text}</span>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
