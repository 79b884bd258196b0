'use client';

import { CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Form } from '@/components/ui/form';
import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import { useNowText } from '@/components/ui/use-now';
import { sendAgainAction } from '@/lib/actions/webhooks';
import type { DeliveryState, WebhookDelivery } from '@/lib/domain/alerts/delivery';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { nextTryText } from '@/lib/view/webhook-state';

export type DeliveryItem = WebhookDelivery & {
  /** Whether status and duration are hidden from the reader. */
  readonly isHidden: boolean;
};

type Props = {
  items: readonly DeliveryItem[];
  nowMs: number;
  /** Whether the webhook is on. */
  canSend: boolean;
};

const STATES = {
  waiting: { tone: 'neutral', icon: Clock, word: 'Waiting' },
  delivered: { tone: 'healthy', icon: CircleCheck, word: 'Delivered' },
  given_up: { tone: 'critical', icon: CircleAlert, word: 'Given up' },
  dropped: { tone: 'critical', icon: CircleSlash, word: 'Dropped' },
} as const satisfies Record<DeliveryState, unknown>;
const FAILED = { tone: 'warning', icon: TriangleAlert, word: 'Failed' } as const;

type ItemProps = { item: DeliveryItem; nowMs: number };

/** `Failed (500), next try in 5 s`, true at the time of view. */
export function DeliveryProgress({ item, nowMs }: ItemProps) {
  const { state, tries, status, nextAtMs } = item;
  const hasFailed = state === 'waiting' && tries > 0;
  const { tone, icon: Icon, word } = hasFailed ? FAILED : STATES[state];
  const next = useNowText(nowMs, (now) => nextTryText(item, now) ?? '');
  return (
    <>
      <Badge tone={tone} icon={<Icon />}>
        {hasFailed && status !== null ? `${word} (${status})` : word}
      </Badge>
      {state === 'waiting' && (
        <>
          <span className="sr-only">, </span>
          <span className="text-muted text-xs">
            {next === '' && nextAtMs !== null ? (
              <span>
                <span>until</span> <Time atMs={nextAtMs} style="second" />
              </span>
            ) : (
              <span>{next}</span>
            )}
          </span>
        </>
      )}
    </>
  );
}

/** What was sent to a webhook, newest first. */
export const DeliveriesTable = ({ items, nowMs, canSend }: Props) => (
  <DataTable
    label="Deliveries, newest first"
    columns={columns(nowMs)}
    rows={items}
    keyOf={({ eventId }) => eventId}
    actions={canSend ? (item) => <SendAgain item={item} /> : undefined}
  />
);

const labelOf = ({ eventType }: DeliveryItem): string => EVENT_WORDS[eventType] ?? eventType;

const columns = (nowMs: number): readonly Column<DeliveryItem>[] => [
  {
    header: 'Event',
    className: 'whitespace-normal py-2',
    cell: (item) => (
      <>
        <span>{labelOf(item)}</span>
        <span className="block text-muted text-xs">
          <Time atMs={item.createdAtMs} style="second" />
        </span>
      </>
    ),
  },
  {
    header: 'State',
    className: 'py-2',
    cell: (item) => (
      <div className="flex flex-col items-start">
        <DeliveryProgress item={item} nowMs={nowMs} />
      </div>
    ),
  },
  {
    header: 'Last try',
    className: 'py-2',
    cell: ({ lastTryAtMs }) => (lastTryAtMs === null ? '–' : <Time atMs={lastTryAtMs} style="second" />),
  },
  { header: 'Status', isNumeric: true, cell: ({ status }) => status ?? '–' },
  {
    header: 'Time',
    isNumeric: true,
    cell: ({ tookMs }) =>
      tookMs === null ? (
        '–'
      ) : (
        <span>
          <Num value={tookMs} /> ms
        </span>
      ),
  },
  { header: 'Tries', isNumeric: true, cell: ({ tries }) => <Num value={tries} /> },
  {
    header: 'Response',
    className: 'max-w-72 whitespace-normal py-2',
    cell: (item) => <DeliveryResponse item={item} />,
  },
];

/** Why a delivery failed, and what its receiver responded. */
export function DeliveryResponse({ item }: { item: DeliveryItem }) {
  const { reason, response, isPrivate, isHidden } = item;
  if (isHidden)
    return <span className="text-muted text-xs">Private address: only admins see the response.</span>;
  const isNotStored = isPrivate && response === '';
  if (reason === '' && response === '' && !isNotStored) return <span className="text-muted">–</span>;
  return (
    <>
      {reason !== '' && <p className="wrap-anywhere text-xs">{reason}</p>}
      {isNotStored && <p className="text-muted text-xs">Responses of private addresses are not stored.</p>}
      {response !== '' && (
        <details>
          <summary className="min-h-6 rounded-inner text-xs">Response</summary>
          <pre
            translate="no"
            className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap rounded bg-inset p-2 text-xs"
          >
            {response}
          </pre>
        </details>
      )}
    </>
  );
}

function SendAgain({ item }: { item: DeliveryItem }) {
  const { webhookId, eventId, state } = item;
  if (state === 'waiting') return null;
  return (
    <Form
      action={sendAgainAction}
      hidden={{ webhookId, eventId }}
      submitLabel={
        <>
          <span>Send again</span>
          <span className="sr-only">{`: ${labelOf(item)}`}</span>
        </>
      }
      size="sm"
      className="flex flex-col items-end gap-1"
    />
  );
}
