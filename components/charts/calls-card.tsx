'use client';

import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import type { Annotations } from '@/lib/contract/bot-view';
import type { DayCalls } from '@/lib/domain/quota/breakdown';
import { activityHref, rangeOfDay, refusedHref } from '@/lib/view/activity-links';
import type { DayQuota, Series } from '@/lib/view/charts/chart';
import { countText, dayTitle } from '@/lib/view/charts/readings';
import { estimateText } from '@/lib/view/numbers';
import { BarsChart } from './bars-chart';
import { ChartCard } from './chart-card';
import { DaysTable } from './loaded-tables';
import { RefusedLink } from './refused-link';

type Day = { readonly date: string; readonly calls: number; readonly rejected: number };

/** Refused calls are hatched, so that they do not differ by colour alone. */
const COUNTED = { key: 'calls', name: 'Counted', color: 'var(--series-calls)', kind: 'bar' } as const;
const REFUSED = {
  key: 'rejected',
  name: 'Refused',
  color: 'var(--series-refused)',
  kind: 'hatched',
} as const;
const SERIES: readonly Series[] = [COUNTED, REFUSED];

/** What the counted calls were, the lowest first. */
const PARTS = [
  { key: 'reports', name: 'Reports', color: 'var(--series-calls)', kind: 'bar' },
  { key: 'reads', name: 'Reads', color: 'var(--series-reads)', kind: 'bar' },
  { key: 'history', name: 'History', color: 'var(--series-history)', kind: 'bar' },
  { key: 'other', name: 'Other', color: 'var(--series-other)', kind: 'bar' },
] as const;
type SplitDay = Day & Partial<Record<(typeof PARTS)[number]['key'], number>>;

/** The days with what their calls were; as they are if that could not be read. */
const splitDays = (days: readonly Day[], split: readonly DayCalls[] | null): readonly SplitDay[] =>
  days.map((day, at) => {
    const [reports, reads, history] = split?.[at] ?? [];
    if (reports === undefined || reads === undefined || history === undefined) return day;
    return { ...day, reports, reads, history, other: Math.max(0, day.calls - reports - reads - history) };
  });

type CallsCardProps = {
  botId: string;
  /** `statistics.usageHistory`: oldest first, one entry per UTC day. */
  days: readonly Day[];
  /** What the calls of each day were; `null` if it is not known. */
  split: readonly DayCalls[] | null;
  quota: DayQuota;
  annotations: Annotations | null;
};

/** Calls per day by what they were, refused calls on top. */
export function CallsCard({ botId, split, quota, annotations, ...rest }: CallsCardProps) {
  const days = splitDays(rest.days, split);
  const sum = (key: keyof SplitDay) => days.reduce((all, day) => all + Number(day[key] ?? 0), 0);
  const rejected = sum('rejected');
  const parts = PARTS.filter(({ key }) => sum(key) > 0);
  const counted = parts.length > 0 ? parts : [COUNTED];
  return (
    <ChartCard
      title="Calls per day"
      chart={
        <CallsChart
          {...{ days, quota, annotations }}
          series={[...counted, REFUSED]}
          values={{
            ...Object.fromEntries(counted.map(({ key }) => [key, <Num key={key} value={sum(key)} />])),
            rejected: (
              <RefusedLink
                href={rejected > 0 ? activityHref(botId, { kind: 'refused' }) : null}
                count={rejected}
              >
                <Num value={rejected} />
              </RefusedLink>
            ),
          }}
          opens={{
            what: 'Enter shows the activity of the day',
            hrefOf: ({ date }) => activityHref(botId, { range: rangeOfDay(date) }),
          }}
        />
      }
      table={
        <DaysTable
          label="Calls per day"
          rows={days}
          columns={[COUNTED, ...parts, REFUSED]}
          refusedHrefOf={(day) => refusedHref(botId, day, days.at(-1)?.date ?? day.date)}
        />
      }
      csvName={`${botId}-calls.csv`}
      makeCsv={async () =>
        (await import('@/lib/view/csv')).csv(
          ['day', 'counted', 'refused'],
          days.map((day) => [day.date, day.calls, day.rejected]),
        )
      }
    />
  );
}

type CallsChartProps = {
  days: readonly SplitDay[];
  series?: readonly Series[];
  /** Absent for the calls of all bots. */
  quota?: DayQuota;
  annotations?: Annotations | null;
  heightPx?: number;
  values?: Readonly<Record<string, Elements>>;
  opens?: { readonly what: string; readonly hrefOf: (day: Day) => string };
};

/** One bar per day. */
export function CallsChart({ days, series = SERIES, quota, heightPx = 200, ...props }: CallsChartProps) {
  return (
    <BarsChart
      label="Calls per day, refused ones on top"
      rows={days}
      series={series}
      titleOf={dayTitle}
      {...{ quota, heightPx, ...props }}
      caption={
        <>
          <span>{`One bar per day in UTC, ${countText(days.length, 'day')}.`}</span>
          {quota && (
            <span className="flex items-center gap-2">
              <Sample className="border-t border-dashed" />
              <span>{`${estimateText(quota.callsPerDay)} calls per day use up the quota`}</span>
            </span>
          )}
          {quota && quota.cycleStartMs >= Date.parse(days[0]?.date ?? '') && (
            <span className="flex items-center gap-2">
              <Sample className="border-t-2 border-dotted" />
              <span>Start of the cycle</span>
            </span>
          )}
        </>
      }
    />
  );
}

/** A piece of a line, next to its meaning. */
const Sample = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`w-6 border-ink! ${className}`} />
);
