'use client';

import { useActionState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { type FormAction, IDLE } from '@/lib/contract/form-state';

export type SessionItem = {
  readonly id: string;
  /** The browser's description of itself. */
  readonly client: string;
  readonly createdAtMs: number;
  /** The browser that shows this page. */
  readonly isPresent: boolean;
};

/** Where a person is signed in, and the way to end all of it. */
export function SessionsCard({ sessions, action }: { sessions: readonly SessionItem[]; action: FormAction }) {
  const [state, act, isPending] = useActionState(action, IDLE);
  return (
    <Card title="Sessions">
      <ul className="mb-4">
        {sessions.map(({ id, client, createdAtMs, isPresent }) => (
          <li
            key={id}
            className="flex min-h-10 items-center justify-between gap-4 border-b py-1 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="block truncate">{client || 'Unknown browser'}</span>
              <span className="text-muted text-xs">
                Since <Time atMs={createdAtMs} />
              </span>
            </span>
            {isPresent && <Badge>This browser</Badge>}
          </li>
        ))}
      </ul>
      {state.message && (
        <Notice tone="critical" className="mb-4">
          {state.message}
        </Notice>
      )}
      <form action={act}>
        <Button type="submit" isPending={isPending}>
          Sign out everywhere
        </Button>
      </form>
    </Card>
  );
}
