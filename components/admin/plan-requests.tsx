'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { PlanUseLine } from '@/components/bot/plan-request';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import { Cell, Head, Row, Table } from '@/components/ui/table';
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

type Opened = { readonly what: 'grant' | 'decline'; readonly row: RequestRow };

/** What owners asked for, until an admin answers: the oldest requests first. */
export function PlanRequests({ rows, count, nowMs }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <section aria-labelledby="requests" className="mb-4 min-w-0 rounded border bg-surface">
      <h2 id="requests" className="px-4 pt-3 pb-1 font-semibold">
        Asked for a larger plan
      </h2>
      <Table label="Requests for a larger plan" isStacked>
        <thead>
          <tr>
            <Head>Bot</Head>
            <Head>Plan</Head>
            <Head>Asked</Head>
            <Head>
              <span className="sr-only">Answer</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.request.botId}>
              <Cell label="Bot" className="max-w-48 lg:max-w-80">
                <Link
                  href={paths.bot(row.request.botId).page}
                  title={row.botName}
                  className="font-medium underline-offset-4 hover:underline sm:block sm:truncate"
                >
                  <bdi>{row.botName}</bdi>
                </Link>
                <span title={row.ownerEmail} className="block text-muted text-xs sm:truncate">
                  <bdi>{row.ownerName}</bdi>
                </span>
              </Cell>
              <Cell label="Plan">
                {`${PLANS[row.request.formerPlan].displayName} → ${PLANS[row.request.plan].displayName}`}
              </Cell>
              <Cell label="Asked" className="sm:whitespace-normal">
                <Ago atMs={row.request.askedAtMs} nowMs={nowMs} />
                <span>, with </span>
                <PlanUseLine use={row.request} />
              </Cell>
              <Cell className="text-right">
                <span className="inline-flex items-center gap-1">
                  <Button size="sm" onClick={() => setOpened({ what: 'grant', row })}>
                    Grant…
                    <span className="sr-only">{` ${row.botName}`}</span>
                  </Button>
                  <Button size="sm" onClick={() => setOpened({ what: 'decline', row })}>
                    Decline…
                    <span className="sr-only">{` ${row.botName}`}</span>
                  </Button>
                </span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {count > rows.length && (
        <p className="px-4 pb-3 text-muted text-xs">{`${count - rows.length} more follow once these are answered.`}</p>
      )}
      {opened !== null && <PlanDialog {...opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
