'use client';

import { Check } from 'lucide-react';
import { Form } from '@/components/ui/form';
import { markOneReadAction, markReadAction } from '@/lib/actions/notifications';
import { personQuery } from '@/lib/queries/person';

const CLASS = 'flex flex-wrap items-center gap-2';

/** Marks everything up to the place `upTo` as read: what comes meanwhile stays unread. */
export const MarkRead = ({ upTo }: { upTo: string }) => (
  <Form
    action={markReadAction}
    changes={personQuery.queryKey}
    hidden={{ upTo }}
    className={CLASS}
    submitLabel={
      <>
        <Check />
        <span>Mark all as read</span>
      </>
    }
  />
);

/** Marks one notification as read; `of` says which. */
export const MarkOneRead = ({ eventId, of }: { eventId: string; of: string }) => (
  <Form
    action={markOneReadAction}
    changes={personQuery.queryKey}
    hidden={{ eventId }}
    className={CLASS}
    size="sm"
    variant="ghost"
    submitLabel={
      <>
        <Check />
        <span>
          Mark as read<span className="sr-only">{`: ${of}`}</span>
        </span>
      </>
    }
  />
);
