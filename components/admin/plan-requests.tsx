'use client';

import dynamic from 'next/dynamic';
import { PlanUseLine } from '@/components/bot/plan-request';
import { Card } from '@/components/ui/card';
import { DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { Link } from '@/components/ui/link';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import { Ago } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import { PLANS } from '@/lib/domain/quota/plan';
import type { RequestRow } from './plan-dialog';

const PlanDialog = dynamic(() => import('./plan-dialog').then((file) => file.PlanDialog, dialogNotLoaded), {
  ssr: false,
});

type Props = {
  rows: readonly RequestRow[];
  /** With those that are not listed. */
  count: number;
  nowMs: number;
};

/** What owners asked for, until an admin answers: the oldest requests first. */
export function PlanRequests({ rows, count, nowMs }: Props) {
  return (
    <Card title="Asked for a larger plan" className="mb-4">
      <DataTable
        className="-mx-4 -mb-4 w-auto"
        label="Requests for a larger plan"
        rows={rows}
        keyOf={({ request }) => request.botId}
        columns={[
          {
            header: 'Bot',
            className: 'max-w-48 lg:max-w-80',
            cell: ({ request, botName, ownerName, ownerEmail }) => (
              <>
                <Link
                  href={paths.bot(request.botId).page}
                  title={botName}
                  className="font-medium underline-offset-4 hover:underline sm:block sm:truncate"
                >
                  <bdi>{botName}</bdi>
                </Link>
                <span title={ownerEmail} className="block text-muted text-xs sm:truncate">
                  <bdi>{ownerName}</bdi>
                </span>
              </>
            ),
          },
          {
            header: 'Plan',
            cell: ({ request: { formerPlan, plan } }) =>
              `${PLANS[formerPlan].displayName} → ${PLANS[plan].displayName}`,
          },
          {
            header: 'Asked',
            className: 'sm:whitespace-normal',
            cell: ({ request }) => (
              <>
                <Ago atMs={request.askedAtMs} nowMs={nowMs} />
                <span>, with </span>
                <PlanUseLine use={request} />
              </>
            ),
          },
        ]}
        actions={(row) =>
          (['grant', 'decline'] as const).map((what) => (
            <DialogButton
              key={what}
              size="sm"
              dialog={(close) => <PlanDialog what={what} row={row} onClose={close} />}
            >
              <span>{what === 'grant' ? 'Grant…' : 'Decline…'}</span>
              <span className="sr-only">{` ${row.botName}`}</span>
            </DialogButton>
          ))
        }
      />
      {count > rows.length && (
        <p className="pt-6 text-muted text-xs">{`${count - rows.length} more follow once these are answered.`}</p>
      )}
    </Card>
  );
}
