import { Bell, CircleCheck, CircleSlash, Mail } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { Elements } from '@/components/ui/elements';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { Ago, Time } from '@/components/ui/time';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { deliveriesHref } from '@/lib/view/alert-links';
import { webhookKind, webhookName, webhookState } from '@/lib/view/webhook-state';
import { WebhookMenu } from './webhook-menu';
import { WebhookStateBadge } from './webhook-state-badge';

export type WebhookItem = {
  readonly webhook: Webhook;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  readonly lastTryAtMs: number | null;
};

/** A channel that is not set up here. */
type OwnChannel = {
  readonly webhook: null;
  readonly name: string;
  readonly icon: Elements;
  readonly detail: string;
  readonly isOn: boolean;
};
type Channel = OwnChannel | WebhookItem;

type Props = {
  mailAddress: string | null;
  items: readonly WebhookItem[];
  nowMs: number;
  onMade: (title: string, secret: string) => void;
};

/** The channels with their states, and the actions of webhooks. */
export function ChannelsTable({ mailAddress, items, nowMs, onMade }: Props) {
  return (
    <DataTable<Channel>
      label="Channels"
      columns={columns(nowMs)}
      rows={[...ownChannels(mailAddress), ...items]}
      keyOf={(channel) => (channel.webhook === null ? channel.name : channel.webhook.id)}
      actions={({ webhook }) => webhook !== null && <WebhookMenu webhook={webhook} onMade={onMade} />}
    />
  );
}

const ownChannels = (mailAddress: string | null): readonly OwnChannel[] => [
  {
    webhook: null,
    name: 'In the app',
    icon: <Bell />,
    detail: 'The bell, and the list under Notifications',
    isOn: true,
  },
  {
    webhook: null,
    name: 'Email',
    icon: <Mail />,
    detail: mailAddress ?? 'The operator of this service sets it up with SMTP_URL.',
    isOn: mailAddress !== null,
  },
];

const columns = (nowMs: number): readonly Column<Channel>[] => [
  {
    header: 'Channel',
    className: 'max-w-64 whitespace-normal py-2',
    title: ({ webhook }) => webhook?.host,
    cell: (channel) =>
      channel.webhook === null ? (
        <OwnName {...channel} />
      ) : (
        <WebhookName webhook={channel.webhook} nowMs={nowMs} />
      ),
  },
  {
    header: 'State',
    className: 'whitespace-normal py-2 sm:min-w-40',
    cell: (channel) =>
      channel.webhook === null ? (
        <Badge
          tone={channel.isOn ? 'healthy' : 'neutral'}
          icon={channel.isOn ? <CircleCheck /> : <CircleSlash />}
        >
          {channel.isOn ? 'On' : 'Not set up'}
        </Badge>
      ) : (
        <WebhookStateBadge state={webhookState(channel.webhook)} />
      ),
  },
  {
    header: 'Last delivery',
    className: 'py-2',
    cell: (channel) => channel.webhook !== null && <LastDelivery item={channel} nowMs={nowMs} />,
  },
];

const OwnName = ({ icon, name, detail }: OwnChannel) => (
  <>
    <span className="flex items-center gap-2 font-medium [&_svg]:size-4">
      {icon}
      <span>{name}</span>
    </span>
    <span className="wrap-anywhere block text-muted text-xs">{detail}</span>
  </>
);

function WebhookName({ webhook, nowMs }: { webhook: Webhook; nowMs: number }) {
  const { host, last4, formerUntilMs } = webhook;
  return (
    <>
      <span className="wrap-anywhere block font-medium">
        <span>{host}</span>{' '}
        <code translate="no" className="font-normal text-muted text-xs">{`…${last4}`}</code>
      </span>
      <span className="block text-muted text-xs">{webhookKind(webhook)}</span>
      {formerUntilMs !== null && formerUntilMs > nowMs && (
        <span className="block text-muted text-xs">
          Two secrets sign until <Time atMs={formerUntilMs} />
        </span>
      )}
    </>
  );
}

function LastDelivery({ item, nowMs }: { item: WebhookItem; nowMs: number }) {
  const { webhook, waiting, lastTryAtMs } = item;
  return (
    <>
      <Link
        href={deliveriesHref(webhook.botId, webhook.id)}
        className="rounded-inner underline underline-offset-4"
      >
        <span>{lastTryAtMs === null ? 'None yet' : <Ago atMs={lastTryAtMs} nowMs={nowMs} />}</span>
        <span className="sr-only">{`: deliveries to ${webhookName(webhook)}`}</span>
      </Link>
      {waiting > 0 && (
        <span className="block text-muted text-xs">
          <Num value={waiting} /> waiting
        </span>
      )}
    </>
  );
}
