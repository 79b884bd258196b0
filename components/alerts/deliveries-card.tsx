import { ChevronLeft, Clock } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Pagination } from '@/components/ui/pagination';
import { EmptyState } from '@/components/ui/states';
import type { FormAction } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { DELIVERIES_KEPT, DELIVERIES_KEPT_MS } from '@/lib/domain/alerts/delivery';
import type { Endpoint } from '@/lib/domain/alerts/endpoint';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { endpointName, endpointState } from '@/lib/view/endpoint-state';
import type { pageLinks } from '@/lib/view/list-query';
import { DeliveriesTable, type DeliveryItem } from './deliveries-table';
import { EndpointStateBadge } from './endpoint-state-badge';
import { RefreshFrom } from './refresh-from';
import { SendTest } from './send-test';
import { TestResult } from './test-result';

type Props = {
  nowMs: number;
  endpoint: Endpoint;
  deliveries: readonly DeliveryItem[];
  pages: ReturnType<typeof pageLinks>;
  /** The test that was just sent, `null` until it was tried; `undefined` if none was. */
  test: DeliveryItem | null | undefined;
  actions: { readonly test: FormAction; readonly sendAgain: FormAction };
};

/** The delivery log of an endpoint. */
export function DeliveriesCard({ nowMs, endpoint, deliveries, pages, test, actions }: Props) {
  const isOn = endpoint.status === 'on';
  const dueAtMs = [
    ...deliveries.flatMap(({ nextAtMs }) => nextAtMs ?? []),
    ...(test === null ? [nowMs] : []),
  ];
  const name = endpointName(endpoint);
  return (
    <>
      <Link
        href={paths.bot(endpoint.botId).alerts}
        className="mb-2 inline-flex min-h-8 items-center gap-1 rounded-inner underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All endpoints
      </Link>
      <RefreshFrom atMs={Math.min(...dueAtMs)} nowMs={nowMs} />
      {test !== undefined && <TestResult delivery={test} nowMs={nowMs} />}
      <Card
        title={`Deliveries to ${name}`}
        aside={isOn && <SendTest webhookId={endpoint.id} name={name} action={actions.test} />}
      >
        <div className="pb-2">
          <EndpointStateBadge state={endpointState(endpoint)} />
        </div>
        {deliveries.length === 0 ? (
          <EmptyState title="Nothing sent yet" icon={<Clock />}>
            Each event that this endpoint gets appears here, with what its receiver responded.
          </EmptyState>
        ) : (
          <DeliveriesTable items={deliveries} nowMs={nowMs} sendAgain={isOn ? actions.sendAgain : null} />
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
