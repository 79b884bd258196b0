'use client';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { useForm } from '@/components/ui/use-form';
import type { FormAction, FormState } from '@/lib/contract/form-state';
import type { AlertSettings } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import { EVENT_GROUPS, EVENT_SENTENCES } from '@/lib/view/event-types';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { EVENT_LOOK } from './event-look';

type Props = {
  botId: string;
  settings: AlertSettings;
  /** Whether the reader is the owner, who alone may choose. */
  isOwner: boolean;
  /** Whether this service sends e-mail. */
  hasMail: boolean;
  action: FormAction;
};

/** Beside each other on wide screens. */
const HALVES = [EVENT_GROUPS.slice(0, 2), EVENT_GROUPS.slice(2)];

/** How the owner of a bot is notified of each type of event: in the app, and by e-mail. */
export function MessagesCard({ botId, settings, isOwner, hasMail, action }: Props) {
  const { state, isPending, form } = useForm(action, { draft: `messages ${botId}` });
  return (
    <Card title={isOwner ? 'Your messages' : 'Messages to the owner'}>
      <p className="max-w-prose text-muted">
        Every event is listed under Notifications. A muted one is never unread there and not mailed.
        <span>
          {!hasMail && ' E‑mail is not set up: the operator of this service does that with SMTP_URL.'}
        </span>
        {!isOwner && <span>{' Only the owner can change this.'}</span>}
      </p>
      <form {...form}>
        <input type="hidden" name="botId" value={botId} />
        {hasMail && <input type="hidden" name="withMail" value="yes" />}
        <div className="grid items-start gap-x-8 lg:grid-cols-2">
          {HALVES.map((groups) => (
            <Table
              key={groups[0]?.name}
              label={`Events and how they are sent: ${groups.map(({ name }) => name).join(', ')}`}
              className="my-2"
            >
              <thead>
                <tr>
                  <Head>Event</Head>
                  {hasMail && <Head className="text-center">E-mail</Head>}
                  <Head className="text-center">Mute</Head>
                </tr>
              </thead>
              {groups.map(({ name, types }) => (
                <tbody key={name}>
                  <tr className="border-b bg-inset">
                    <th
                      scope="rowgroup"
                      colSpan={hasMail ? 3 : 2}
                      className="cell h-8 text-left text-muted text-xs"
                    >
                      {name}
                    </th>
                  </tr>
                  {types.map((type) => (
                    <TypeRow
                      key={type}
                      type={type}
                      choice={settings[type]}
                      hasMail={hasMail}
                      isDisabled={!isOwner}
                      state={state}
                    />
                  ))}
                </tbody>
              ))}
            </Table>
          ))}
        </div>
        {isOwner && (
          <div className="mt-2 flex flex-wrap items-center gap-4">
            <Button type="submit" variant="primary" isPending={isPending}>
              Save
            </Button>
            {state.status === 'done' ? (
              <Notice tone="healthy">{state.message}</Notice>
            ) : (
              <FormNotice {...state} />
            )}
          </div>
        )}
      </form>
    </Card>
  );
}

type RowProps = {
  type: EventType;
  choice: AlertSettings[EventType];
  hasMail: boolean;
  isDisabled: boolean;
  state: FormState;
};

function TypeRow({ type, choice, hasMail, isDisabled, state: { typed } }: RowProps) {
  const label = EVENT_WORDS[type];
  const { icon: Icon, mark } = EVENT_LOOK[type];
  // Without scripts a refused form is drawn again, with what was chosen.
  const isTyped = Object.keys(typed).length > 0;
  const box = (way: 'mail' | 'mute', name: string, isChosen: boolean) => (
    <Cell className="w-16 text-center">
      <label className="inline-flex size-6 items-center justify-center">
        <input
          type="checkbox"
          name={`${way}.${type}`}
          value="yes"
          aria-label={`${name}: ${label}`}
          disabled={isDisabled}
          defaultChecked={isTyped ? typed[`${way}.${type}`] === 'yes' : isChosen}
          className="size-4 accent-accent"
        />
      </label>
    </Cell>
  );
  return (
    <Row>
      <Cell className="whitespace-normal py-2">
        <span className="flex items-start gap-2">
          <Icon className={`mt-0.5 size-4 shrink-0 ${mark}`} />
          <span className="min-w-0">
            <span>{label}</span>
            <span className="block text-muted text-xs">{EVENT_SENTENCES[type]}</span>
          </span>
        </span>
      </Cell>
      {hasMail && box('mail', 'E-mail', choice.isMailed)}
      {box('mute', 'Mute', choice.isMuted)}
    </Row>
  );
}
