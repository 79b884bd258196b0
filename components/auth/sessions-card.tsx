'use client';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import type { Elements } from '@/components/ui/elements';
import { Form } from '@/components/ui/form';
import { FormNotice } from '@/components/ui/form-notice';
import { Pagination } from '@/components/ui/pagination';
import { Time } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import { signOutEverywhereAction, signOutSessionAction } from '@/lib/actions/account';
import { forgetBrowserAction } from '@/lib/actions/second-factor';
import { signOutAction } from '@/lib/actions/sign-in';
import { isMoment, isoTime } from '@/lib/domain/text/time';
import { clientWords } from '@/lib/view/client-words';
import { agoWords } from '@/lib/view/durations';
import type { pageLinks } from '@/lib/view/list-query';
import { utcText } from '@/lib/view/times';
import { follow } from './follow';

export type SessionItem = {
  readonly id: string;
  /** The browser's `User-Agent`. */
  readonly client: string;
  readonly createdAtMs: number;
  /** Whether this is the session of the current browser. */
  readonly isPresent: boolean;
};

export type RememberedItem = { readonly id: string; readonly client: string; readonly expiresAtMs: number };

type Props = {
  /** The sessions of the current page. */
  sessions: readonly SessionItem[];
  pages: ReturnType<typeof pageLinks>;
  /** The browsers that are not asked for a code. */
  remembered: readonly RememberedItem[];
  /** The server's clock at rendering. */
  nowMs: number;
  /** Whether external accounts, such as Discord's, can sign the person in. */
  hasAccounts: boolean;
};

/** A person's sessions, each with a button that ends it, and a button that ends all of them. */
export function SessionsCard({ sessions, pages, remembered, nowMs, hasAccounts }: Props) {
  return (
    <Card title="Sessions">
      <ul className="mb-4">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} nowMs={nowMs} />
        ))}
      </ul>
      {pages.total > sessions.length && (
        <div className="mb-4">
          <Pagination noun="sessions" one="session" {...pages} />
        </div>
      )}
      {remembered.length > 0 && (
        <>
          <h3 className="font-semibold text-sm">Remembered browsers</h3>
          <ul className="mb-4">
            {remembered.map((browser) => (
              <RememberedRow key={browser.id} {...browser} />
            ))}
          </ul>
        </>
      )}
      <Form
        action={signOutEverywhereAction}
        submitLabel="Sign out everywhere"
        className="flex flex-col items-start gap-2"
      >
        {hasAccounts && (
          <Choice
            type="checkbox"
            name="disconnect"
            value="yes"
            label="Disconnect Discord too"
            hint="Otherwise a connected Discord account can be used to sign in again."
          />
        )}
      </Form>
    </Card>
  );
}

/** "Firefox on Linux", "No code until 28 December". */
function RememberedRow({ id, client, expiresAtMs }: RememberedItem) {
  return (
    <BrowserRow
      client={client}
      since={
        <span className="text-muted text-xs">
          No code until <Time atMs={expiresAtMs} />
        </span>
      }
      form={useForm(forgetBrowserAction, { isPosted: true })}
      field={<input type="hidden" name="browser" value={id} />}
      submitLabel="Forget"
    />
  );
}

type RowProps = { session: SessionItem; nowMs: number };

/** "Firefox on Linux", "Signed in 2 days ago". */
function SessionRow({ session: { id, client, createdAtMs, isPresent }, nowMs }: RowProps) {
  const here = useForm(signOutAction, { isPosted: true, onDone: follow });
  const other = useForm(signOutSessionAction);
  return (
    <BrowserRow
      client={client}
      since={
        isMoment(createdAtMs) && (
          <time
            dateTime={isoTime(createdAtMs)}
            title={utcText(createdAtMs)}
            className="text-muted text-xs"
          >{`Signed in ${agoWords(nowMs - createdAtMs)}`}</time>
        )
      }
      badge={isPresent && <Badge>This browser</Badge>}
      form={isPresent ? here : other}
      field={<input type="hidden" name="session" value={id} />}
      submitLabel="Sign out"
    />
  );
}

type BrowserRowProps = {
  /** Its `User-Agent`. */
  client: string;
  since: Elements;
  badge?: Elements;
  form: Pick<ReturnType<typeof useForm<unknown>>, 'state' | 'isPending' | 'form'>;
  /** Which browser the form is about. */
  field: Elements;
  submitLabel: string;
};

/** A browser in a list, with what ends what it may do. */
function BrowserRow({ client, since, badge, form, field, submitLabel }: BrowserRowProps) {
  const words = clientWords(client);
  return (
    <li className="border-b py-1 last:border-b-0">
      <div className="flex min-h-10 items-center justify-between gap-4">
        <span className="min-w-0">
          <span className="block truncate" title={client}>
            {words}
          </span>
          {since}
        </span>
        {badge}
        <form {...form.form}>
          {field}
          <Button type="submit" isPending={form.isPending}>
            <span>{submitLabel}</span>
            <span className="sr-only">{` ${words}`}</span>
          </Button>
        </form>
      </div>
      <FormNotice {...form.state} />
    </li>
  );
}
