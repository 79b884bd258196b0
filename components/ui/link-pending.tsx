'use client';

import { useLinkStatus } from 'next/link';
import { cn } from './cn';

/** A line under a link that was followed, if its page does not arrive within a moment. Within the link, which is `relative`. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden="true"
      data-pending={pending || undefined}
      className={cn(
        'absolute inset-x-2 bottom-0 h-0.5 rounded-full bg-accent opacity-0',
        pending && 'opacity-100 transition-opacity delay-150',
      )}
    />
  );
}
