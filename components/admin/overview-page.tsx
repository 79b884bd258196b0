import { CallsTotals } from '@/components/admin/calls-totals';
import { NextSteps } from '@/components/admin/next-steps';
import type { RequestRow } from '@/components/admin/plan-dialog';
import { PlanRequests } from '@/components/admin/plan-requests';
import { StateCounts } from '@/components/admin/state-counts';
import { TroubleCards } from '@/components/admin/trouble-cards';
import { WorstBots } from '@/components/admin/worst-bots';
import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { PageHeader } from '@/components/ui/page-header';
import { Ago, Time } from '@/components/ui/time';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';
import type { BotRow, RefusedCallRow, SlowWebhookRow } from '@/lib/view/admin-rows';
import { bytesText } from '@/lib/view/bytes';

type Props = {
  nowMs: number;
  /** `null` before the first count. */
  counts: (BotCounts & { readonly atMs: number }) | null;
  worst: readonly BotRow[];
  refused: readonly RefusedCallRow[];
  slow: readonly SlowWebhookRow[];
  /** For larger plans; `count` with those that are not listed. */
  requests: { readonly count: number; readonly rows: readonly RequestRow[] };
  databaseBytes: number;
  backup: { readonly atMs: number; readonly bytes: number } | null;
  begun: { readonly hasPeople: boolean; readonly hasBots: boolean; readonly hasReports: boolean };
};

/** The whole service at a glance. */
export function OverviewPage({
  nowMs,
  counts,
  worst,
  requests,
  refused,
  slow,
  databaseBytes,
  backup,
  begun,
}: Props) {
  const asOf = counts !== null && (
    <span className="text-muted text-xs">
      as of <Time atMs={counts.atMs} style="clock" />
    </span>
  );
  return (
    <>
      <PageHeader title="Overview" />
      {!begun.hasReports && <NextSteps {...begun} />}
      {requests.count > 0 && <PlanRequests {...requests} nowMs={nowMs} />}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-4">
        <Card title="Bots" aside={asOf}>
          {counts === null ? <NotCounted /> : <StateCounts {...counts} />}
        </Card>
        <Card title="Calls" aside={asOf} className="lg:col-span-2">
          {counts === null ? <NotCounted /> : <CallsTotals {...counts} />}
        </Card>
        <Card title="Database" className="md:max-lg:col-span-2">
          <KeyValues
            items={[
              { name: 'Size', value: bytesText(databaseBytes) },
              {
                name: 'Last backup',
                value: backup === null ? 'Never' : <Ago atMs={backup.atMs} nowMs={nowMs} />,
              },
              { name: 'Its size', value: backup === null ? '–' : bytesText(backup.bytes) },
            ]}
          />
          {backup === null && (
            <p className="mt-2 text-muted text-xs">
              <code translate="no">npm run -s botmeter -- backup FILE</code> writes one while the service
              runs.
            </p>
          )}
        </Card>
      </div>
      {begun.hasBots && counts !== null && <WorstBots rows={worst} nowMs={nowMs} />}
      {begun.hasBots && counts !== null && <TroubleCards refused={refused} slow={slow} nowMs={nowMs} />}
    </>
  );
}

const NotCounted = () => (
  <p className="text-muted">Not counted yet: the first count comes within a minute.</p>
);
