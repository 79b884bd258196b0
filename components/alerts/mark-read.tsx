'use client';

import { Check } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { useForm } from '@/components/ui/use-form';
import { markOneReadAction, markReadAction } from '@/lib/actions/notifications';

/** Marks everything up to the place `upTo` as read: what comes meanwhile stays unread. */
export function MarkRead({ upTo }: { upTo: string }) {
  const { state, isPending, form } = useForm(markReadAction);
  return (
    <form {...form} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="upTo" value={upTo} />
      <FormNotice {...state} errors={{}} />
      <Button type="submit" isPending={isPending}>
        <Check />
        Mark all as read
      </Button>
    </form>
  );
}

/** Marks one notification as read; `of` says which. */
export function MarkOneRead({ eventId, of }: { eventId: string; of: string }) {
  const { state, isPending, form } = useForm(markOneReadAction);
  return (
    <form {...form} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="eventId" value={eventId} />
      <FormNotice {...state} errors={{}} />
      <Button type="submit" size="sm" variant="ghost" isPending={isPending}>
        <Check />
        <span>
          Mark as read<span className="sr-only">{`: ${of}`}</span>
        </span>
      </Button>
    </form>
  );
}
