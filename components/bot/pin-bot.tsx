'use client';

import type { QueryKey } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { Form } from '@/components/ui/form';
import { pinBotAction } from '@/lib/actions/bot-settings';
import type { OwnBot } from '@/lib/contract/own-bots';

type PinBotProps = Pick<OwnBot, 'id' | 'name' | 'isPinned'> & {
  /** The query of the list. */
  changes: QueryKey;
};

/** Puts a bot at the top of the list, or back in its order; also without scripts. */
export function PinBot({ id, name, isPinned, changes }: PinBotProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const isPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is moved then loses the focus
  useLayoutEffect(() => {
    if (isPressed.current && document.activeElement === document.body)
      ref.current?.querySelector('button')?.focus({ preventScroll: true });
    isPressed.current = false;
  }, [isPinned]);
  return (
    <span ref={ref} className={cn('relative', isPinned && '[&_button]:text-ink [&_svg]:fill-current')}>
      <Form
        isPosted
        action={pinBotAction}
        hidden={{ botId: id, pinned: isPinned ? '' : 'yes' }}
        changes={changes}
        onDone={() => {
          isPressed.current = true;
        }}
        variant="ghost"
        size="icon"
        className="inline"
        submitLabel={
          <>
            <Pin />
            <span className="sr-only">{`${isPinned ? 'Unpin' : 'Pin'} ${name}`}</span>
          </>
        }
      />
    </span>
  );
}
