'use client';

import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/**
 * A short text about its one child, on hover and on focus. The child must already have a name.
 * Not in a portal: it stays inside the landmark of its trigger; fixed placement keeps it unclipped.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Content
          sideOffset={4}
          collisionPadding={8}
          className="appear z-50 max-w-xs whitespace-normal rounded-inner bg-ink px-2 py-1 text-left font-normal text-canvas text-xs"
        >
          {text}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
