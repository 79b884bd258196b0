'use client';

import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** A short text about its one child, on hover and on focus. The child must already have a name. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={4}
            collisionPadding={8}
            className="appear z-50 max-w-xs rounded-inner border bg-ink px-2 py-1 text-canvas text-xs"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
