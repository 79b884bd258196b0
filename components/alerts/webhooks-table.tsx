import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago, Time } from '@/components/ui/time';
import type { FormAction } from '@/lib/contract/form-state';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { deliveriesHref } from '@/lib/view/alert-links';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { webhookName, webhookState } from '@/lib/view/webhook-state';
import { SendTest } from './send-test';
import { WebhookStateBadge } from './webhook-state-badge';

export type WebhookItem = {
  readonly webhook: Webhook;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  readonly lastTryAtMs: number | null;
};
export type RowDialog = 'edit' | 'rotate' | 'switch' | 'remove';

type Props = {
  items: readonly WebhookItem[];
  nowMs: number;
  test: FormAction;
  onOpen: (what: RowDialog, webhook: Webhook) => void;
};

/** Webhooks with their states and actions. */
export function WebhooksTable({ items, nowMs, test, onOpen }: Props) {
  return (
    <Table label="Signed webhooks and Discord addresses" isStacked>
      <thead>
        <tr>
          <Head>Webhook</Head>
          <Head>Events</Head>
          <Head>State</Head>
          <Head>Last delivery</Head>
          <Head>
            <span className="sr-only">Actions</span>
          </Head>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <WebhookRow key={item.webhook.id} item={item} nowMs={nowMs} test={test} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

const KINDS = { signed: 'Signed webhook', discord: 'Discord' } as const;

function WebhookRow({ item, nowMs, test, onOpen }: Omit<Props, 'items'> & { item: WebhookItem }) {
  const { webhook, waiting, lastTryAtMs } = item;
  const { id, botId, kind, host, last4, eventTypes, status, statusReason, formerUntilMs } = webhook;
  const name = webhookName(webhook);
  const isUnreadable = statusReason === 'unreadable';
  return (
    <Row>
      <Cell label="Webhook" className="max-w-64 whitespace-normal py-2" title={host}>
        <span className="wrap-anywhere block font-medium">
          <span>{host}</span>{' '}
          <code translate="no" className="font-normal text-muted text-xs">{`…${last4}`}</code>
        </span>
        <span className="block text-muted text-xs">{KINDS[kind]}</span>
        {formerUntilMs !== null && formerUntilMs > nowMs && (
          <span className="block text-muted text-xs">
            Two secrets sign until <Time atMs={formerUntilMs} />
          </span>
        )}
      </Cell>
      <Cell label="Events" className="py-2">
        <details>
          <summary className="min-h-6 rounded-inner">
            <Num value={eventTypes.length} /> <span>{eventTypes.length === 1 ? 'type' : 'types'}</span>
          </summary>
          <ul className="text-muted text-xs">
            {eventTypes.map((type) => (
              <li key={type}>{EVENT_WORDS[type]}</li>
            ))}
          </ul>
        </details>
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
          {status === 'on' && <SendTest webhookId={id} name={name} action={test} />}
          {isUnreadable && (
            <Button size="sm" onClick={() => onOpen('edit', webhook)}>
              Set again…
              <span className="sr-only">{` ${name}`}</span>
            </Button>
          )}
          <Menu
            trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}
            groups={[
              [
                { label: 'Edit…', onSelect: () => onOpen('edit', webhook) },
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
