'use client';

import { useActionState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { Notice } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Time } from '@/components/ui/time';
import { type FormAction, IDLE } from '@/lib/contract/form-state';
import type { pageLinks } from '@/lib/view/list-query';

export type SessionItem = {
  readonly id: string;
  /** The browser's `User-Agent`. */
  readonly client: string;
  readonly createdAtMs: number;
  /** Whether this is the session of the current browser. */
  readonly isPresent: boolean;
};

type Props = {
  /** The sessions of the current page. */
  sessions: readonly SessionItem[];
  pages: ReturnType<typeof pageLinks>;
  /** Whether external accounts, such as Discord's, can sign the person in. */
  hasAccounts: boolean;
  action: FormAction;
};

/** A person's sessions, and a button that ends all of them. */
export function SessionsCard({ sessions, pages, hasAccounts, action }: Props) {
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
      {pages.total > sessions.length && (
        <div className="mb-4">
          <Pagination noun="sessions" {...pages} />
        </div>
      )}
      {state.message && (
        <Notice tone="critical" className="mb-4">
          {state.message}
        </Notice>
      )}
      <form action={act} className="flex flex-col items-start gap-2">
        {hasAccounts && (
          <Choice
            type="checkbox"
            name="disconnect"
            value="yes"
            label="Disconnect Discord too"
            hint="Otherwise a connected Discord account can be used to sign in again."
          />
        )}
        <Button type="submit" isPending={isPending}>
          Sign out everywhere
        </Button>
      </form>
    </Card>
  );
}
