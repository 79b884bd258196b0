import { Circle, CircleCheck } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { DataTable } from '@/components/ui/data-table';
import { KeyValues } from '@/components/ui/key-values';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states';
import { Ago, Time } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';
import type { BotRow, RefusedCallRow, SlowWebhookRow } from '@/lib/view/admin-rows';
import { bytesText } from '@/lib/view/bytes';
import { botColumns } from './bot-columns';
import { CallsTotals } from './calls-totals';
import type { RequestRow } from './plan-dialog';
import { PlanRequests } from './plan-requests';
import { StateCounts } from './state-counts';
import { TroubleCards } from './trouble-cards';

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

/** The bots that are stopped, silent or critical, worst first. */
function WorstBots({ rows, nowMs }: { rows: readonly BotRow[]; nowMs: number }) {
  const { name, state, owner, used, lastReport } = botColumns(nowMs);
  return (
    <section aria-labelledby="worst" className="mt-4 min-w-0 rounded border bg-surface">
      <h2 id="worst" className="px-4 pt-3 pb-1 font-semibold">
        Needs attention
      </h2>
      {rows.length === 0 ? (
        <EmptyState title="Nothing" icon={<CircleCheck />} className="py-6">
          No bot is stopped, silent or critical.
        </EmptyState>
      ) : (
        <DataTable
          label="Bots that need attention"
          columns={[
            { ...name, className: 'max-w-60 truncate font-medium sm:max-lg:max-w-44' },
            state,
            { ...owner, className: 'max-w-48 truncate sm:max-lg:max-w-28' },
            used,
            lastReport,
          ]}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
}

type NextStepsProps = { readonly hasPeople: boolean; readonly hasBots: boolean };

/** What a new installation still needs, until the first bot has reported. */
function NextSteps({ hasPeople, hasBots }: NextStepsProps) {
  const steps = [
    {
      isDone: hasPeople,
      href: paths.admin.users,
      title: 'Add the people who own bots',
      text: 'An invitation lets them choose their own password. Skip this if the bots are yours.',
    },
    {
      isDone: hasBots,
      href: paths.admin.bots,
      title: 'Register the first bot',
      text: 'With its Discord id, its owner and a plan.',
    },
    {
      isDone: false,
      href: hasBots ? paths.admin.bots : paths.docs,
      title: 'Create its key and let it report',
      text: hasBots
        ? 'Open the bot: its page has the lines to paste.'
        : 'The quick start shows the lines to paste.',
    },
  ];
  return (
    <Card title="What to do next" className="mb-4">
      <ol>
        {steps.map(({ isDone, href, title, text }) => (
          <li key={title} className="flex items-start gap-2 border-b py-2 last:border-b-0 last:pb-0">
            {isDone ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-healthy" />
            ) : (
              <Circle className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <div className="min-w-0">
              <Link href={href} className="font-medium underline underline-offset-4">
                {title}
              </Link>
              {isDone && <span className="text-healthy"> Done</span>}
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
