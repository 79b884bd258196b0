import { Circle, CircleCheck, TriangleAlert } from 'lucide-react';
import { CallsChart } from '@/components/charts/calls-card';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { DataTable } from '@/components/ui/data-table';
import { Figure, FigureBand } from '@/components/ui/figure-band';
import { KeyValues } from '@/components/ui/key-values';
import { Link } from '@/components/ui/link';
import { Num, SignedNum } from '@/components/ui/num';
import { PageHeader } from '@/components/ui/page-header';
import { Ago, Time } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import { type BackupsState, newestGood } from '@/lib/domain/backups/backup';
import { type BotCounts, botsIn, growthBase } from '@/lib/domain/bots/bot-counts';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { dayText } from '@/lib/domain/text/time';
import type { BotRow, RefusedCallRow, SlowWebhookRow } from '@/lib/view/admin-rows';
import { bytesText } from '@/lib/view/bytes';
import { Backups } from './backups';
import { botColumns } from './bot-columns';
import { EditBot } from './edit-bot';
import type { RequestRow } from './plan-dialog';
import { PlanRequests } from './plan-requests';
import { StateChips } from './state-chips';
import { TroubleCards } from './trouble-cards';

type Counted = { readonly counts: BotCounts & { readonly atMs: number } };

type Props = {
  nowMs: number;
  /** `null` before the first count. */
  counts: Counted['counts'] | null;
  worst: readonly BotRow[];
  refused: readonly RefusedCallRow[];
  slow: readonly SlowWebhookRow[];
  /** For larger plans; `count` with those that are not listed. */
  requests: { readonly count: number; readonly rows: readonly RequestRow[] };
  databaseBytes: number;
  backup: { readonly atMs: number; readonly bytes: number } | null;
  backups: BackupsState | null;
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
  begun,
  backups,
  ...service
}: Props) {
  // Of a service without bots there is nothing to count.
  const counted = begun.hasBots ? counts : null;
  return (
    <>
      <PageHeader title="Overview" />
      {requests.count > 0 && <PlanRequests {...requests} nowMs={nowMs} />}
      {begun.hasBots && counts === null && (
        <p className="mb-4 text-muted">Not counted yet: the first count is made within a minute.</p>
      )}
      {counted !== null && (
        <div className="mb-4 flex flex-col gap-4">
          <Attention counts={counted} />
          <Totals counts={counted} />
          <StateChips groups={counted.groups} />
          <Card title="Calls per day" aside={<span className="text-muted text-xs">all bots</span>}>
            <CallsChart days={datedDays(counted)} />
          </Card>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-4">
        <div className="flex min-w-0 flex-col gap-4 lg:col-span-3">
          {!begun.hasReports && <NextSteps {...begun} />}
          {counted !== null && <WorstBots rows={worst} nowMs={nowMs} />}
        </div>
        <Service {...service} nowMs={nowMs} backups={backups} />
      </div>
      {backups !== null && <Backups state={backups} nowMs={nowMs} />}
      {counted !== null && <TroubleCards refused={refused} slow={slow} nowMs={nowMs} />}
    </>
  );
}

/** How many bots need someone, in a sentence. */
function Attention({ counts: { groups, atMs } }: Counted) {
  const count = groups.stopped.count + groups.silent.count + groups.critical.count;
  const Icon = count === 0 ? CircleCheck : TriangleAlert;
  return (
    <p className="flex items-center gap-2 text-muted">
      <Icon className={cn('size-4 shrink-0', count === 0 ? 'text-healthy-mark' : 'text-warning-mark')} />
      <span>
        {count === 0 ? (
          <span>No bot is stopped, silent or critical.</span>
        ) : (
          <span>
            <Num value={count} /> of <Num value={botsIn({ groups })} /> bots{' '}
            <span>{count === 1 ? 'needs attention.' : 'need attention.'}</span>
          </span>
        )}
        <span className="text-xs">
          {' Counted at '}
          <Time atMs={atMs} style="clock" />.
        </span>
      </span>
    </p>
  );
}

function Totals({ counts }: Counted) {
  const { days, servers } = counts;
  const [yesterday, today] = days.slice(-2);
  const base = growthBase(counts);
  const daily = (name: string, of: 'calls' | 'rejected') => (
    <Figure
      name={name}
      sub={
        yesterday && (
          <span>
            Yesterday: <Num value={yesterday[of]} />
          </span>
        )
      }
    >
      <Num value={today?.[of] ?? 0} />
    </Figure>
  );
  const growing = (name: string, value: number, of: 'bots' | 'servers') => (
    <Figure
      name={name}
      sub={
        base && (
          <span>
            <SignedNum value={value - base[of]} /> since <Time atMs={base.day * DAY_MS} style="day" />
          </span>
        )
      }
    >
      <Num value={value} />
    </Figure>
  );
  return (
    <FigureBand>
      {daily('Calls today', 'calls')}
      {daily('Refused today', 'rejected')}
      {growing('Bots', botsIn(counts), 'bots')}
      {growing('Servers', servers, 'servers')}
    </FigureBand>
  );
}

const datedDays = ({ day, days }: BotCounts) =>
  days.map((totals, at) => ({ ...totals, date: dayText(day - days.length + 1 + at) }));

function Service({
  databaseBytes,
  backup,
  backups,
  nowMs,
}: Pick<Props, 'databaseBytes' | 'backup' | 'backups' | 'nowMs'>) {
  const own = newestGood(backups?.backups ?? [], nowMs);
  const last = (own?.atMs ?? 0) > (backup?.atMs ?? 0) ? own : backup;
  return (
    <Card title="Service">
      <KeyValues
        items={[
          { name: 'Database', value: bytesText(databaseBytes) },
          { name: 'Last backup', value: last === null ? 'Never' : <Ago atMs={last.atMs} nowMs={nowMs} /> },
          ...(last === null ? [] : [{ name: 'Its size', value: bytesText(last.bytes) }]),
        ]}
      />
      {last === null && backups === null && (
        <p className="mt-2 text-muted text-xs">
          <code translate="no">npm run -s botmeter -- backup FILE</code> writes one while the service runs.
        </p>
      )}
    </Card>
  );
}

/** The bots that are stopped, silent or critical, worst first. */
function WorstBots({ rows, nowMs }: { rows: readonly BotRow[]; nowMs: number }) {
  const { name, state, owner, used, lastReport } = botColumns(nowMs);
  return (
    <Card title="Needs attention">
      {rows.length === 0 ? (
        <p className="text-muted">No bot is stopped, silent or critical.</p>
      ) : (
        <DataTable
          label="Bots that need attention"
          className="-mx-4 -mb-4 w-auto"
          columns={[
            { ...name, className: 'max-w-60 truncate font-medium sm:max-lg:max-w-44' },
            state,
            { ...owner, className: 'max-w-48 truncate sm:max-lg:max-w-28' },
            used,
            lastReport,
          ]}
          rows={rows}
          keyOf={({ id }) => id}
          actions={(bot) =>
            bot.state.name === 'silent' ? (
              <ButtonLink size="sm" href={paths.bot(bot.id).activity} aria-label={`Activity of ${bot.name}`}>
                Activity
              </ButtonLink>
            ) : (
              <EditBot size="sm" bot={bot}>
                Change plan…<span className="sr-only">{` ${bot.name}`}</span>
              </EditBot>
            )
          }
        />
      )}
    </Card>
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
    <Card title="What to do next">
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
