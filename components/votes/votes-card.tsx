'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { ChartCard } from '@/components/charts/chart-card';
import { DaysTable } from '@/components/charts/loaded-tables';
import { RangeBar } from '@/components/charts/range-bar';
import { Figure, FigureBand } from '@/components/ui/figure-band';
import { Num } from '@/components/ui/num';
import type { VotesPageView } from '@/lib/contract/votes-view';
import type { Range } from '@/lib/domain/history/history';
import { VOTE_DAYS_KEPT } from '@/lib/domain/votes/totals';
import { dayTitle } from '@/lib/view/charts/readings';
import { votesHref } from '@/lib/view/vote-words';

const SERIES = [{ key: 'votes', name: 'Votes', color: 'var(--series-users)', kind: 'bar' }] as const;

/** What votes add up to with the periods before, and those of each day of a range. */
export function VotesCard({ view, range }: { view: VotesPageView; range: Range }) {
  const { today, weekly, monthly, previous, total, days, bot, nowMs } = view;
  const before = (name: string, votes: number) => (
    <span>
      <span>{`${name}: `}</span>
      <Num value={votes} />
    </span>
  );
  return (
    <>
      <FigureBand>
        <Figure name="Today" sub={before('Yesterday', previous.today)}>
          <Num value={today} />
        </Figure>
        <Figure name="This week" sub={before('Last week', previous.weekly)}>
          <Num value={weekly} />
        </Figure>
        <Figure name="This month" sub={before('Last month', previous.monthly)}>
          <Num value={monthly} />
        </Figure>
        <Figure name="All">
          <Num value={total} />
        </Figure>
      </FigureBand>
      <ChartCard
        title="Votes per day"
        aside={
          <RangeBar
            {...{ range, nowMs }}
            historyDays={VOTE_DAYS_KEPT}
            hrefOf={(to) => votesHref(bot.id, to)}
          />
        }
        chart={
          days.some(({ votes }) => votes > 0) ? (
            <BarsChart
              label="Votes per day"
              rows={days}
              series={SERIES}
              titleOf={dayTitle}
              annotations={view.annotations}
              caption={
                <span>Days, weeks from Monday and months in UTC. A vote that counts double is two.</span>
              }
            />
          ) : (
            <p className="py-6 text-muted">No votes in this range.</p>
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
    </>
  );
}
