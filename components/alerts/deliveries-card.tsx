import { ChevronLeft, Clock } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Pagination } from '@/components/ui/pagination';
import { EmptyState } from '@/components/ui/states';
import { paths } from '@/lib/contract/paths';
import { DELIVERIES_KEPT, DELIVERIES_KEPT_MS } from '@/lib/domain/alerts/delivery';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { pageLinks } from '@/lib/view/list-query';
import { webhookName, webhookState } from '@/lib/view/webhook-state';
import { DeliveriesTable, type DeliveryItem } from './deliveries-table';
import { RefreshFrom } from './refresh-from';
import { SendTest } from './send-test';
import { TestResult } from './test-result';
import { WebhookStateBadge } from './webhook-state-badge';

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
        <div className="pb-2">
          <WebhookStateBadge state={webhookState(webhook)} />
        </div>
        {deliveries.length === 0 ? (
          <EmptyState title="Nothing sent yet" icon={<Clock />}>
            Each event that this webhook gets appears here, with what its receiver responded.
          </EmptyState>
        ) : (
          <DeliveriesTable items={deliveries} nowMs={nowMs} canSend={isOn} />
        )}
        {deliveries.length > 0 && (
          <div className="mt-4">
            <Pagination noun="deliveries" {...pages} />
          </div>
        )}
        <p className="mt-2 text-muted text-xs">
          Kept for {DELIVERIES_KEPT_MS / DAY_MS} days, or while they are among the last {DELIVERIES_KEPT}.
        </p>
      </Card>
    </>
  );
}
