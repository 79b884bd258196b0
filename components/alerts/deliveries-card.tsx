'use client';

import { ChevronLeft, Clock } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { Pagination } from '@/components/ui/pagination';
import { Spinner } from '@/components/ui/spinner';
import { EmptyState } from '@/components/ui/states';
import { useNowText } from '@/components/ui/use-now';
import { paths } from '@/lib/contract/paths';
import { DELIVERIES_KEPT, DELIVERIES_KEPT_MS } from '@/lib/domain/alerts/delivery';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { pageLinks } from '@/lib/view/list-query';
import { webhookName, webhookState } from '@/lib/view/webhook-state';
import { DeliveriesTable, type DeliveryItem, DeliveryProgress, DeliveryResponse } from './deliveries-table';
import { SendTest } from './send-test';
import { WebhookReason, WebhookStateBadge } from './webhook-state-badge';

type Props = {
  nowMs: number;
  webhook: Webhook;
  deliveries: readonly DeliveryItem[];
  pages: ReturnType<typeof pageLinks>;
  /** The test that was just sent, `null` until it was tried; `undefined` if none was. */
  test: DeliveryItem | null | undefined;
};

/** The delivery log of a webhook. */
export function DeliveriesCard({ nowMs, webhook, deliveries, pages, test }: Props) {
  const isOn = webhook.status === 'on';
  const state = webhookState(webhook);
  const dueAtMs = [
    ...deliveries.flatMap(({ nextAtMs }) => nextAtMs ?? []),
    ...(test === null ? [nowMs] : []),
  ];
  const name = webhookName(webhook);
  return (
    <>
      <Link
        href={paths.bot(webhook.botId).alerts}
        className="mb-2 inline-flex min-h-8 items-center gap-1 rounded-inner underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All webhooks
      </Link>
      <RefreshFrom atMs={Math.min(...dueAtMs)} nowMs={nowMs} />
      {test !== undefined && <TestResult delivery={test} nowMs={nowMs} />}
      <Card title={`Deliveries to ${name}`} aside={isOn && <SendTest webhookId={webhook.id} name={name} />}>
        <div className="flex flex-wrap items-center gap-2 pb-2">
          <WebhookStateBadge state={state} />
          <WebhookReason state={state} />
        </div>
        {deliveries.length === 0 ? (
          <EmptyState title="Nothing sent yet" icon={<Clock />}>
            Each event sent to this webhook appears here with the response.
          </EmptyState>
        ) : (
          <DeliveriesTable items={deliveries} nowMs={nowMs} canSend={isOn} />
        )}
        {deliveries.length > 0 && (
          <div className="mt-4">
            <Pagination noun="deliveries" one="delivery" {...pages} />
          </div>
        )}
        <p className="mt-2 text-muted text-xs">
          Kept for {DELIVERIES_KEPT_MS / DAY_MS} days, or while they are among the last {DELIVERIES_KEPT}.
        </p>
      </Card>
    </>
  );
}

const EVERY_MS = 1_000;
/** A request to a webhook takes at most 15 s; a busy service may begin later. */
const TIMES_MAX = 60;

/** Reads the page again every second from `atMs` on, when something is due; never if that is infinite. */
function RefreshFrom({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const { refresh } = useRouter();
  const isDue = useNowText(nowMs, (now) => (now >= atMs ? 'due' : '')) !== '';
  useEffect(() => {
    if (!isDue) return;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times > TIMES_MAX) clearInterval(timer);
      else refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isDue, refresh]);
  return null;
}

/** The result of a test; `null` until it was tried. */
function TestResult({ delivery, nowMs }: { delivery: DeliveryItem | null; nowMs: number }) {
  return (
    <Notice role="status" className="mb-4 border">
      {delivery === null ? (
        <span className="flex items-center gap-2">
          <Spinner />
          The test is being sent.
        </span>
      ) : (
        <div className="flex min-w-0 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">Test</span>
            <DeliveryProgress item={delivery} nowMs={nowMs} />
            {delivery.status !== null && delivery.state !== 'waiting' && (
              <span>{`Status ${delivery.status}`}</span>
            )}
            {delivery.tookMs !== null && (
              <span className="text-muted">
                in <Num value={delivery.tookMs} /> ms
              </span>
            )}
          </p>
          <DeliveryResponse item={delivery} />
        </div>
      )}
    </Notice>
  );
}
