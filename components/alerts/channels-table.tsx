import { CircleCheck, CircleSlash, Ellipsis } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago, Time } from '@/components/ui/time';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { deliveriesHref } from '@/lib/view/alert-links';
import { webhookKind, webhookName, webhookState } from '@/lib/view/webhook-state';
import { SendTest } from './send-test';
import { WebhookStateBadge } from './webhook-state-badge';

export type WebhookItem = {
  readonly webhook: Webhook;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  readonly lastTryAtMs: number | null;
};
export type RowDialog = 'address' | 'rotate' | 'switch' | 'remove';

/** A channel that is not set up here. */
export type OwnChannel = {
  readonly name: string;
  readonly icon: Elements;
  readonly detail: string;
  readonly isOn: boolean;
};

type Props = {
  own: readonly OwnChannel[];
  items: readonly WebhookItem[];
  nowMs: number;
  onOpen: (what: RowDialog, webhook: Webhook) => void;
};

/** The channels with their states, and the actions of webhooks. */
export function ChannelsTable({ own, items, nowMs, onOpen }: Props) {
  return (
    <Table label="Channels" isStacked>
      <thead>
        <tr>
          <Head>Channel</Head>
          <Head>State</Head>
          <Head>Last delivery</Head>
          <Head>
            <span className="sr-only">Actions</span>
          </Head>
        </tr>
      </thead>
      <tbody>
        {own.map(({ name, icon, detail, isOn }) => (
          <Row key={name}>
            <Cell label="Channel" className="max-w-64 whitespace-normal py-2">
              <span className="flex items-center gap-2 font-medium [&_svg]:size-4">
                {icon}
                <span>{name}</span>
              </span>
              <span className="wrap-anywhere block text-muted text-xs">{detail}</span>
            </Cell>
            <Cell label="State" className="py-2">
              <Badge tone={isOn ? 'healthy' : 'neutral'} icon={isOn ? <CircleCheck /> : <CircleSlash />}>
                {isOn ? 'On' : 'Not set up'}
              </Badge>
            </Cell>
            <Cell />
            <Cell />
          </Row>
        ))}
        {items.map((item) => (
          <WebhookRow key={item.webhook.id} item={item} nowMs={nowMs} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

type WebhookRowProps = Omit<Props, 'own' | 'items'> & { item: WebhookItem };

function WebhookRow({ item, nowMs, onOpen }: WebhookRowProps) {
  const { webhook, waiting, lastTryAtMs } = item;
  const { id, botId, kind, host, last4, status, statusReason, formerUntilMs } = webhook;
  const name = webhookName(webhook);
  const isUnreadable = statusReason === 'unreadable';
  return (
    <Row>
      <Cell label="Channel" className="max-w-64 whitespace-normal py-2" title={host}>
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
      </Cell>
      <Cell label="State" className="whitespace-normal py-2 sm:min-w-40">
        <WebhookStateBadge state={webhookState(webhook)} />
      </Cell>
      <Cell label="Last delivery" className="py-2">
        <Link href={deliveriesHref(botId, id)} className="rounded-inner underline underline-offset-4">
          <span>{lastTryAtMs === null ? 'None yet' : <Ago atMs={lastTryAtMs} nowMs={nowMs} />}</span>
          <span className="sr-only">{`: deliveries to ${name}`}</span>
        </Link>
        {waiting > 0 && (
          <span className="block text-muted text-xs">
            <Num value={waiting} /> waiting
          </span>
        )}
      </Cell>
      <Cell className="py-2 text-right">
        <span className="inline-flex items-start gap-1">
          {status === 'on' && <SendTest webhookId={id} name={name} />}
          {isUnreadable && (
            <Button size="sm" onClick={() => onOpen('address', webhook)}>
              Set again…
              <span className="sr-only">{` ${name}`}</span>
            </Button>
          )}
          <Menu
            trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}
            groups={[
              [
                { label: 'Change address…', onSelect: () => onOpen('address', webhook) },
                ...(!isUnreadable && kind === 'signed'
                  ? [{ label: 'Rotate secret…', onSelect: () => onOpen('rotate', webhook) }]
                  : []),
                ...(isUnreadable
                  ? []
                  : [
                      {
                        label: status === 'on' ? 'Switch off…' : 'Switch on…',
                        onSelect: () => onOpen('switch', webhook),
                      },
                    ]),
              ],
              [{ label: 'Remove…', isDestructive: true, onSelect: () => onOpen('remove', webhook) }],
            ]}
          />
        </span>
      </Cell>
    </Row>
  );
}
