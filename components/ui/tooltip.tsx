'use client';

import * as Radix from 'radix-ui/tooltip';
import type { Elements } from './elements';
import { overlayRoot } from './overlay-root';

/** What all tooltips of a page share: of two next to each other the second one is shown at once. */
export const TooltipProvider = Radix.Provider;

/** Shows a control's name on hover, and on focus by keyboard; Escape hides it. */
export function Tooltip({ text, children }: { text: string; children: Elements }) {
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
          side="bottom"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 max-w-xs rounded-inner bg-ink px-2 py-1 text-canvas text-xs"
        >
          <span>{text}</span>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
