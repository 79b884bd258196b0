'use client';

import { CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import { useNowText } from '@/components/ui/use-now';
import { sendAgainAction } from '@/lib/actions/webhooks';
import type { Delivery, DeliveryState } from '@/lib/domain/alerts/delivery';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { nextTryText } from '@/lib/view/webhook-state';

export type DeliveryItem = Delivery & {
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
export function DeliveriesTable({ items, nowMs, canSend }: Props) {
  return (
    <Table label="Deliveries, newest first" isStacked>
      <thead>
        <tr>
          <Head>Event</Head>
          <Head>State</Head>
          <Head>Last try</Head>
          <Head isNumeric>Status</Head>
          <Head isNumeric>Time</Head>
          <Head isNumeric>Tries</Head>
          <Head>Response</Head>
          {canSend && (
            <Head>
              <span className="sr-only">Actions</span>
            </Head>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <DeliveryRow key={item.eventId} item={item} nowMs={nowMs} canSend={canSend} />
        ))}
      </tbody>
    </Table>
  );
}

function DeliveryRow({ item, nowMs, canSend }: ItemProps & Pick<Props, 'canSend'>) {
  const { eventType, createdAtMs, lastTryAtMs, status, tookMs, tries } = item;
  const label = EVENT_WORDS[eventType] ?? eventType;
  return (
    <Row>
      <Cell label="Event" className="whitespace-normal py-2">
        <span>{label}</span>
        <span className="block text-muted text-xs">
          <Time atMs={createdAtMs} style="second" />
        </span>
      </Cell>
      <Cell label="State" className="py-2">
        <div className="flex flex-col items-start">
          <DeliveryProgress item={item} nowMs={nowMs} />
        </div>
      </Cell>
      <Cell label="Last try" className="py-2">
        {lastTryAtMs === null ? '–' : <Time atMs={lastTryAtMs} style="second" />}
      </Cell>
      <Cell label="Status" isNumeric>
        {status ?? '–'}
      </Cell>
      <Cell label="Time" isNumeric>
        {tookMs === null ? (
          '–'
        ) : (
          <span>
            <Num value={tookMs} /> ms
          </span>
        )}
      </Cell>
      <Cell label="Tries" isNumeric>
        <Num value={tries} />
      </Cell>
      <Cell label="Response" className="max-w-72 whitespace-normal py-2">
        <DeliveryResponse item={item} />
      </Cell>
      {canSend && (
        <Cell className="text-right">
          <SendAgain item={item} label={label} />
        </Cell>
      )}
    </Row>
  );
}

/** Why a delivery failed, and what its receiver responded. */
export function DeliveryResponse({ item }: { item: DeliveryItem }) {
  const { reason, response, isPrivate, isHidden } = item;
  if (isHidden) return <span className="text-muted text-xs">Of a private address: for admins only.</span>;
  const isNotStored = isPrivate && response === '';
  if (reason === '' && response === '' && !isNotStored) return <span className="text-muted">–</span>;
  return (
    <>
      {reason !== '' && <p className="wrap-anywhere text-xs">{reason}</p>}
      {isNotStored && <p className="text-muted text-xs">What private addresses respond is not stored.</p>}
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

type SendAgainProps = { item: DeliveryItem; label: string };

function SendAgain({ item: { webhookId, eventId, state }, label }: SendAgainProps) {
  const { state: formState, isPending, form } = useForm(sendAgainAction);
  if (state === 'waiting') return null;
  return (
    <form {...form} className="flex flex-col items-end gap-1">
      <input type="hidden" name="webhookId" value={webhookId} />
      <input type="hidden" name="eventId" value={eventId} />
      <Button type="submit" size="sm" isPending={isPending}>
        Send again
        <span className="sr-only">{`: ${label}`}</span>
      </Button>
      <FormNotice {...formState} errors={{}} />
    </form>
  );
}
