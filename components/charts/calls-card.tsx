'use client';

import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import type { Annotations } from '@/lib/contract/bot-view';
import { activityHref, refusedHref } from '@/lib/view/activity-links';
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

type CallsCardProps = {
  botId: string;
  /** `statistics.usageHistory`: oldest first, one entry per UTC day. */
  days: readonly Day[];
  quota: DayQuota;
  annotations: Annotations | null;
};

/** Calls per day, refused calls stacked on counted ones. */
export function CallsCard({ botId, days, quota, annotations }: CallsCardProps) {
  const sum = (key: 'calls' | 'rejected') => days.reduce((all, day) => all + day[key], 0);
  const rejected = sum('rejected');
  return (
    <ChartCard
      title="Calls per day"
      chart={
        <CallsChart
          {...{ days, quota, annotations }}
          values={{
            calls: <Num value={sum('calls')} />,
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
            hrefOf: ({ date }) => activityHref(botId, { day: date }),
          }}
        />
      }
      table={
        <DaysTable
          label="Calls per day"
          rows={days}
          columns={SERIES}
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
  days: readonly Day[];
  /** Absent for the calls of all bots. */
  quota?: DayQuota;
  annotations?: Annotations | null;
  heightPx?: number;
  values?: Readonly<Record<string, Elements>>;
  opens?: { readonly what: string; readonly hrefOf: (day: Day) => string };
};

/** One bar per day. */
export function CallsChart({ days, quota, heightPx = 200, ...props }: CallsChartProps) {
  return (
    <BarsChart
      label="Calls per day, refused ones on top"
      rows={days}
      series={SERIES}
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
