import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { Spinner } from '@/components/ui/spinner';
import { type DeliveryItem, DeliveryProgress, DeliveryResponse } from './deliveries-table';

/** The result of a test; `null` until it was tried. */
export function TestResult({ delivery, nowMs }: { delivery: DeliveryItem | null; nowMs: number }) {
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
