'use client';

import { activityHref, refusedHref } from '@/lib/view/activity-links';
import type { DayQuota } from '@/lib/view/charts/bar-chart';
import { type Day, dayBars } from '@/lib/view/day-bars';
import { CallsPlot } from './calls-plot';
import { ChartCard } from './chart-card';
import { KeyFigure } from './key-figures';
import { CallsTable } from './loaded-tables';
import { Swatch } from './swatch';

type CallsCardProps = {
  botId: string;
  /** `statistics.usageHistory`: oldest first, one entry per UTC day. */
  days: readonly Day[];
  quota: DayQuota;
};

/** Calls per day, refused calls stacked on served ones. */
export function CallsCard({ botId, days, quota }: CallsCardProps) {
  const prepared = dayBars(days);
  const { bars, calls, rejected } = prepared;
  const period = bars.length === 1 ? 'today' : `in ${bars.length} days`;
  const hrefOf = (day: Day) => refusedHref(botId, day, bars.at(-1)?.date ?? day.date);
  return (
    <ChartCard
      title="Calls per day"
      summary={
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <KeyFigure
            name={`Served ${period}`}
            value={calls}
            swatch={<Swatch color="var(--series-calls)" />}
          />
          <KeyFigure
            name={`Refused ${period}`}
            value={rejected}
            href={rejected > 0 ? activityHref(botId, { kind: 'refused' }) : null}
            swatch={<Swatch color="var(--series-refused)" isHatched />}
          />
        </dl>
      }
      chart={<CallsPlot days={prepared} quota={quota} refusedHrefOf={hrefOf} />}
      table={<CallsTable bars={bars} refusedHrefOf={hrefOf} />}
      csvName={`${botId}-calls.csv`}
      makeCsv={async () => (await import('@/lib/view/charts/calls-csv')).callsCsv(bars)}
    />
  );
}
