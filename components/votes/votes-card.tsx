'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { ChartCard } from '@/components/charts/chart-card';
import { KeyFigure } from '@/components/charts/key-figures';
import { DaysTable } from '@/components/charts/loaded-tables';
import type { VotesPageView } from '@/lib/contract/votes-view';
import { dayTitle } from '@/lib/view/charts/readings';

const SERIES = [{ key: 'votes', name: 'Votes', color: 'var(--series-users)', kind: 'bar' }] as const;

/** What votes add up to, and those of each of the last days. */
export function VotesCard({ view }: { view: VotesPageView }) {
  const { today, weekly, monthly, total, days, bot } = view;
  const figure = (name: string, value: number) => <KeyFigure name={name} value={value} />;
  return (
    <ChartCard
      title="Votes per day"
      summary={
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 sm:gap-x-8">
          {figure('Today', today)}
          {figure('This week', weekly)}
          {figure('This month', monthly)}
          {figure('All', total)}
        </dl>
      }
      chart={
        days.some(({ votes }) => votes > 0) ? (
          <BarsChart
            label="Votes per day of the last 30 days"
            rows={days}
            series={SERIES}
            titleOf={dayTitle}
            annotations={view.annotations}
            caption={
              <span>One bar per day in UTC; weeks begin on Monday. A vote that counts double is two.</span>
            }
          />
        ) : (
          <p className="py-6 text-center text-muted">No votes in the last 30 days.</p>
        )
      }
      table={<DaysTable label="Votes per day" rows={days} columns={SERIES} />}
      csvName={`${bot.id}-votes.csv`}
      makeCsv={async () =>
        (await import('@/lib/view/csv')).csv(
          ['day', 'votes'],
          days.map(({ date, votes }) => [date, votes]),
        )
      }
    />
  );
}
