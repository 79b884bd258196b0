'use client';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { CircleAlert, CircleCheck, CircleSlash, Clock } from '@/components/ui/icons';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import type { FormAction } from '@/lib/contract/form-state';
import type { Delivery, DeliveryState } from '@/lib/domain/delivery';
import { EVENT_WORDS } from '@/lib/view/event-words';

export type DeliveryItem = Delivery & {
  /** Whether status, duration and response are hidden from the reader. */
  readonly isHidden: boolean;
};

type Props = {
  items: readonly DeliveryItem[];
  /** `null` while the endpoint is not on. */
  sendAgain: FormAction | null;
};

const STATES = {
  waiting: { tone: 'neutral', icon: Clock, word: 'Waiting' },
  delivered: { tone: 'healthy', icon: CircleCheck, word: 'Delivered' },
  given_up: { tone: 'critical', icon: CircleAlert, word: 'Given up' },
  dropped: { tone: 'critical', icon: CircleSlash, word: 'Dropped' },
} as const satisfies Record<DeliveryState, unknown>;

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { tone, icon: Icon, word } = STATES[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  );
}

/** What was sent to an endpoint, newest first. */
export function DeliveriesTable({ items, sendAgain }: Props) {
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
          {sendAgain !== null && (
            <Head>
              <span className="sr-only">Actions</span>
            </Head>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <DeliveryRow key={item.eventId} item={item} sendAgain={sendAgain} />
        ))}
      </tbody>
    </Table>
  );
}

function DeliveryRow({ item, sendAgain }: { item: DeliveryItem; sendAgain: FormAction | null }) {
  const { eventType, createdAtMs, state, nextAtMs, lastTryAtMs, status, tookMs, tries } = item;
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
        <DeliveryBadge state={state} />
        {nextAtMs !== null && (
          <span className="block text-muted text-xs">
            next try <Time atMs={nextAtMs} style="second" />
          </span>
        )}
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
      {sendAgain !== null && (
        <Cell className="text-right">
          <SendAgain item={item} label={label} action={sendAgain} />
        </Cell>
      )}
    </Row>
  );
}

/** Why a delivery failed, and what its receiver responded. */
export function DeliveryResponse({ item: { reason, response, isHidden } }: { item: DeliveryItem }) {
  if (isHidden) return <span className="text-muted text-xs">Of a private address: for admins only.</span>;
  if (reason === '' && response === '') return <span className="text-muted">–</span>;
  return (
    <>
      {reason !== '' && <p className="wrap-anywhere text-xs">{reason}</p>}
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

type SendAgainProps = { item: DeliveryItem; label: string; action: FormAction };

function SendAgain({ item: { endpointId, eventId, state }, label, action }: SendAgainProps) {
  const { state: formState, isPending, form } = useForm(action);
  if (state === 'waiting') return null;
  return (
    <form {...form} className="flex flex-col items-end gap-1">
      <input type="hidden" name="webhookId" value={endpointId} />
      <input type="hidden" name="eventId" value={eventId} />
      <Button type="submit" size="sm" isPending={isPending}>
        Send again
        <span className="sr-only">{`: ${label}`}</span>
      </Button>
      <FormNotice {...formState} errors={{}} />
    </form>
  );
}
