'use client';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { useForm } from '@/components/ui/use-form';
import { changeAlertsAction } from '@/lib/actions/alerts';
import type { FormState } from '@/lib/contract/form-state';
import type { AlertSettings } from '@/lib/domain/alerts/alert-settings';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { personQuery } from '@/lib/queries/person';
import { EVENT_GROUPS, EVENT_SENTENCES } from '@/lib/view/event-types';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { webhookKind, webhookName } from '@/lib/view/webhook-state';
import { EVENT_LOOK } from './event-look';

type Props = {
  botId: string;
  settings: AlertSettings;
  /** Whether the reader is the owner, who alone may choose for the app and email. */
  isOwner: boolean;
  /** Whether this service sends email. */
  hasMail: boolean;
  webhooks: readonly Webhook[];
};

/** A column of the matrix; the name of a box is `<name>.<type>`. */
type Channel = {
  readonly name: string;
  readonly title: string;
  /** What tells it apart from others of its title. */
  readonly detail?: string;
  readonly gets: (type: EventType) => boolean;
  readonly isFixed: boolean;
  /** Whether it is one of the owner's own, which never get votes. */
  readonly isOwn?: boolean;
};

function channelsOf({ settings, isOwner, hasMail, webhooks }: Props): Channel[] {
  const own = { isFixed: !isOwner, isOwn: true };
  return [
    { ...own, name: 'app', title: 'In the app', gets: (type) => settings[type].isInApp },
    ...(hasMail
      ? [{ ...own, name: 'mail', title: 'Email', gets: (type: EventType) => settings[type].isMailed }]
      : []),
    ...webhooks.map((webhook) => ({
      name: webhook.id,
      title: webhookKind(webhook),
      detail: webhookName(webhook),
      gets: (type: EventType) => webhook.eventTypes.includes(type),
      isFixed: false,
    })),
  ];
}

/** Which event goes to which channel. */
export function AlertMatrix(props: Props) {
  const { botId, settings, isOwner, hasMail, webhooks } = props;
  const { state, isPending, form } = useForm(changeAlertsAction, { changes: personQuery.queryKey });
  const channels = channelsOf(props);
  const canSave = isOwner || webhooks.length > 0;
  return (
    <Card title="What is sent where">
      <p className="max-w-prose text-muted">
        Ticked events are sent; in the app they count at the bell. All but votes are under Notifications.
        {!isOwner && <span>{' Only the owner can change “In the app” and “Email”.'}</span>}
      </p>
      <form {...form}>
        <input type="hidden" name="botId" value={botId} />
        {isOwner && <input type="hidden" name="own" value="yes" />}
        {hasMail && <input type="hidden" name="withMail" value="yes" />}
        {webhooks.map(({ id }) => (
          <input key={id} type="hidden" name="webhook" value={id} />
        ))}
        <Table label="Events, and the channels that get them" className="my-2">
          <thead>
            <tr>
              <Head className="sticky left-0 bg-surface">Event</Head>
              {channels.map(({ name, title, detail }) => (
                <Head key={name} className="w-16 whitespace-normal text-center sm:w-24" title={detail}>
                  <span>{title}</span>
                  {detail !== undefined && (
                    <code translate="no" className="block font-normal">
                      {detail.slice(detail.lastIndexOf('…'))}
                    </code>
                  )}
                </Head>
              ))}
            </tr>
          </thead>
          {EVENT_GROUPS.filter(
            // Only webhooks get votes.
            ({ types }) => webhooks.length > 0 || types.some((type) => ALERT_TYPES.includes(type)),
          ).map(({ name, types }) => (
            <tbody key={name}>
              <tr className="border-b bg-inset">
                <th
                  scope="rowgroup"
                  colSpan={channels.length + 1}
                  className="cell h-8 text-left text-muted text-xs"
                >
                  {name}
                </th>
              </tr>
              {types.map((type) => (
                <TypeRow key={type} type={type} channels={channels} errors={state.errors} />
              ))}
            </tbody>
          ))}
        </Table>
        {isOwner && (
          <label className="mt-3 flex items-start gap-2">
            <input
              type="checkbox"
              name="repeat"
              value="yes"
              defaultChecked={settings['bot.silent'].isRepeated}
              className="mt-1 size-4 shrink-0 accent-action"
            />
            <span>
              <span>Send the message about a silence again every 24 hours while it lasts</span>
              <span className="block text-muted text-xs">
                {hasMail
                  ? 'By email and to Discord, where “Bot is silent” is ticked. Other webhooks get it once.'
                  : 'To Discord, where “Bot is silent” is ticked. Other webhooks get it once.'}
              </span>
            </span>
          </label>
        )}
        {canSave && (
          <div className="save-bar" data-said={state.status === 'idle' ? undefined : true}>
            <span className="unsaved mr-auto font-medium">Unsaved changes</span>
            <Button type="reset" className="unsaved">
              Discard
            </Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              Save
            </Button>
            {state.status === 'done' ? (
              <Notice tone="healthy">{state.message}</Notice>
            ) : (
              <FormNotice {...state} errors={{}} />
            )}
          </div>
        )}
      </form>
    </Card>
  );
}

type RowProps = { type: EventType; channels: readonly Channel[]; errors: FormState['errors'] };

function TypeRow({ type, channels, errors }: RowProps) {
  const label = EVENT_WORDS[type];
  const { icon: Icon, mark } = EVENT_LOOK[type];
  return (
    <Row>
      <Cell className="sticky left-0 min-w-28 whitespace-normal bg-surface py-2 sm:min-w-40">
        <span className="flex items-start gap-2">
          <Icon className={`mt-0.5 size-4 shrink-0 ${mark}`} />
          <span className="min-w-0">
            <span>{label}</span>
            <span className="block text-muted text-xs">{EVENT_SENTENCES[type]}</span>
          </span>
        </span>
      </Cell>
      {channels.map(({ name, title, detail = title, gets, isFixed, isOwn }) =>
        isOwn && !ALERT_TYPES.includes(type) ? (
          <Cell key={name} className="text-center text-muted">
            <span>–</span>
          </Cell>
        ) : (
          <Cell key={name} className="matrix-cell p-0">
            {/* The whole cell. */}
            <label className="flex h-11 items-center justify-center">
              <input
                type="checkbox"
                name={`${name}.${type}`}
                value="yes"
                aria-label={`${detail}: ${label}`}
                aria-invalid={errors[name] !== undefined ? true : undefined}
                disabled={isFixed}
                defaultChecked={gets(type)}
                className="size-4 accent-action"
              />
            </label>
          </Cell>
        ),
      )}
    </Row>
  );
}
