'use client';

import { Bell, CircleCheck, CircleSlash, Mail, Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { DialogButton } from '@/components/ui/dialog-button';
import type { Elements } from '@/components/ui/elements';
import { ItemCard, ItemCardFooter, ItemCards } from '@/components/ui/item-card';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { RowActions } from '@/components/ui/row-actions';
import { ShownOnce } from '@/components/ui/shown-once';
import { Ago, Time } from '@/components/ui/time';
import { docsPath } from '@/lib/contract/paths';
import type { Webhook, WebhookKind } from '@/lib/domain/alerts/webhook';
import { deliveriesHref } from '@/lib/view/alert-links';
import type { WebhookLimit } from '@/lib/view/webhook-limit';
import { NODE_VERIFY } from '@/lib/view/webhook-recipes';
import { webhookKind, webhookName, webhookState } from '@/lib/view/webhook-state';
import { WEBHOOK_ICONS } from './alert-channels';
import { AddWebhookDialog } from './webhook-dialogs';
import { WebhookMenu } from './webhook-menu';
import { WebhookReason, WebhookStateBadge } from './webhook-state-badge';

export type WebhookItem = {
  readonly webhook: Webhook;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  readonly lastTryAtMs: number | null;
};

type PreviewedMessage = {
  readonly title: string;
  readonly description: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly atMs: number;
};

type Props = {
  botId: string;
  isOwn: boolean;
  /** Where the owner's mails go; `null` if this service sends none. */
  mailAddress: string | null;
  items: readonly WebhookItem[];
  limit: WebhookLimit;
  preview: PreviewedMessage;
  nowMs: number;
  /** What plans a silence. */
  children: Elements;
};

/** The channels of a bot's events as cards: the app, email and webhooks, with their dialogs. */
export function ChannelsCard({ botId, isOwn, mailAddress, items, limit, preview, nowMs, children }: Props) {
  const [made, setMade] = useState<{ title: string; secret: string } | null>(null);
  const show = (title: string, secret: string) => setMade({ title, secret });
  const add = (kind: WebhookKind, variant: 'primary' | 'secondary', text: string) => (
    <DialogButton
      variant={variant}
      dialog={(close) => (
        <AddWebhookDialog
          botId={botId}
          kind={kind}
          onMade={({ secret }) => show('The webhook is ready', secret)}
          onClose={close}
        />
      )}
    >
      <Plus />
      <span>{text}</span>
    </DialogButton>
  );
  return (
    <>
      <ItemCards
        title={isOwn ? 'Where you are notified' : 'Where its owner is notified'}
        label="Channels"
        note={limit.text}
        actions={
          <>
            {children}
            {limit.hasRoom && !limit.isDiscordOnly && add('signed', 'secondary', 'Add webhook')}
            {limit.hasRoom && add('discord', 'primary', 'Add Discord')}
          </>
        }
      >
        <OwnChannel
          icon={<Bell />}
          name="In the app"
          detail="The bell, and the list under Notifications"
          isOn
        />
        <OwnChannel
          icon={<Mail />}
          name="Email"
          detail={mailAddress ?? 'Set SMTP_URL to use it'}
          isOn={mailAddress !== null}
        />
        {items.map((item) => (
          <WebhookChannel key={item.webhook.id} item={item} nowMs={nowMs} onMade={show} />
        ))}
      </ItemCards>
      <details className="mt-2">
        <summary className="min-h-6 rounded-inner text-muted text-xs">How a message in Discord looks</summary>
        <DiscordPreview {...preview} />
      </details>
      {made !== null && <ShownSecret {...made} onClose={() => setMade(null)} />}
    </>
  );
}

type OwnChannelProps = { icon: ReactElement; name: string; detail: string; isOn: boolean };

/** A channel that is not set up here. */
const OwnChannel = ({ isOn, ...shown }: OwnChannelProps) => (
  <ItemCard
    {...shown}
    state={
      <Badge tone={isOn ? 'healthy' : 'neutral'} icon={isOn ? <CircleCheck /> : <CircleSlash />}>
        {isOn ? 'On' : 'Not set up'}
      </Badge>
    }
  />
);

type WebhookChannelProps = {
  item: WebhookItem;
  nowMs: number;
  onMade: (title: string, secret: string) => void;
};

function WebhookChannel({ item: { webhook, waiting, lastTryAtMs }, nowMs, onMade }: WebhookChannelProps) {
  const { host, last4, kind, formerUntilMs } = webhook;
  const state = webhookState(webhook);
  return (
    <ItemCard
      icon={WEBHOOK_ICONS[kind]}
      name={webhookKind(webhook)}
      detail={
        <>
          <span>{`${host} `}</span>
          <code translate="no">{`…${last4}`}</code>
        </>
      }
      state={<WebhookStateBadge state={state} />}
    >
      <WebhookReason state={state} />
      {formerUntilMs !== null && formerUntilMs > nowMs && (
        <p className="text-muted text-xs">
          Two secrets sign until <Time atMs={formerUntilMs} />
        </p>
      )}
      <ItemCardFooter>
        <Link
          href={deliveriesHref(webhook.botId, webhook.id)}
          className="rounded-inner underline underline-offset-4"
        >
          {lastTryAtMs === null ? (
            <span>Nothing sent yet</span>
          ) : (
            <span>
              <span>Sent</span> <Ago atMs={lastTryAtMs} nowMs={nowMs} />
            </span>
          )}
          {waiting > 0 && (
            <span>
              , <Num value={waiting} /> waiting
            </span>
          )}
          <span className="sr-only">{`: deliveries to ${webhookName(webhook)}`}</span>
        </Link>
        <RowActions>
          <WebhookMenu webhook={webhook} onMade={onMade} />
        </RowActions>
      </ItemCardFooter>
    </ItemCard>
  );
}

type ShownSecretProps = { title: string; secret: string; onClose: () => void };

/** A new secret of a webhook, shown only once, with the code that checks signatures with it. */
const ShownSecret = (props: ShownSecretProps) => (
  <ShownOnce {...props} noun="secret" label="Secret">
    <div className="min-w-0">
      <p className="mb-1 font-medium">Check each request with it</p>
      <CodeBlock label="Verify a signature with Node.js" code={NODE_VERIFY} />
      <p className="mt-1 text-muted text-xs">
        Explained under{' '}
        <Link href={docsPath('signatures')} className="underline underline-offset-4">
          verifying signatures
        </Link>
        , also for Python.
      </p>
    </div>
  </ShownOnce>
);

/** An embed as Discord draws it, with an event that has not happened. */
const DiscordPreview = ({ title, description, colour, atMs }: PreviewedMessage) => (
  <figure className="mt-2 max-w-md">
    <div className="rounded border bg-inset p-3 text-sm" style={{ borderLeft: `4px solid ${colour}` }}>
      <p className="wrap-anywhere font-semibold">{title}</p>
      <p className="wrap-anywhere mt-1 whitespace-pre-line">{description}</p>
      <p className="mt-2 text-muted text-xs">
        <Time atMs={atMs} />
      </p>
    </div>
    <figcaption className="mt-1 text-muted text-xs">An example: this has not happened.</figcaption>
  </figure>
);
