'use client';

import { useMemo } from 'react';
import { ChartCard } from '@/components/charts/chart-card';
import { Crosshair } from '@/components/charts/crosshair';
import { KeyFigure } from '@/components/charts/key-figures';
import { Plot } from '@/components/charts/plot';
import { Swatch } from '@/components/charts/swatch';
import { LongTable } from '@/components/ui/long-table';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import type { VoteDay, VotesPageView } from '@/lib/contract/votes-view';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { annotationsOfDay } from '@/lib/view/charts/annotations';
import type { ChartInput } from '@/lib/view/charts/chart';
import { numberText } from '@/lib/view/numbers';
import { utcDateText } from '@/lib/view/times';

const COLOR = 'var(--series-users)';
const HEIGHT_PX = 140;

/** What votes add up to, and those of each of the last days. */
export function VotesCard({ view }: { view: VotesPageView }) {
  const { today, weekly, monthly, total, days, bot } = view;
  const figure = (name: string, value: number) => <KeyFigure name={name} value={value} swatch={null} />;
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
          <VotesPlot days={days} annotations={view.annotations} />
        ) : (
          <p className="py-6 text-center text-muted">No votes in the last 30 days.</p>
        )
      }
      table={<DaysTable days={days} />}
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

/** One bar per day. */
function VotesPlot({ days, annotations }: Pick<VotesPageView, 'days' | 'annotations'>) {
  const { locale } = useReader();
  const input = useMemo((): ChartInput => ({ kind: 'votes', days, annotations }), [days, annotations]);
  return (
    <figure>
      <Crosshair
        label="Votes per day"
        // The middle of the day, which is nearer to each of its moments than that of another.
        ids={days.map(({ date }) => Date.parse(date) + DAY_MS / 2)}
        places={days.map((_, at) => at + 0.5)}
        from={0}
        until={days.length}
        readingAt={(index) => {
          const day = days[index];
          if (day === undefined) return null;
          const value = numberText(day.votes, locale);
          return {
            title: `${utcDateText(day.date, locale)} (UTC)`,
            lines: [
              { name: 'Votes', value, detail: null, swatch: <Swatch color={COLOR} /> },
              ...annotationsOfDay(annotations, day.date, locale),
            ],
          };
        }}
      >
        <Plot
          label="Votes per day of the last 30 days"
          input={input}
          heightPx={HEIGHT_PX}
          legend={[{ key: 'votes', name: 'Votes', color: COLOR }]}
        />
      </Crosshair>
      <figcaption className="pt-1 text-right text-muted text-xs">
        One bar per day in UTC; weeks begin on Monday. A vote that counts double is two.
      </figcaption>
    </figure>
  );
}

const COLUMNS = [{ label: 'Day (UTC)' }, { label: 'Votes', isNumeric: true }];

function DaysTable({ days }: { days: readonly VoteDay[] }) {
  const { locale } = useReader();
  return (
    <LongTable
      label="Votes per day, newest first"
      columns={COLUMNS}
      rows={days.toReversed()}
      drawRow={({ date, votes }) => (
        <Row key={date}>
          <Cell>
            <time dateTime={date}>{utcDateText(date, locale)}</time>
          </Cell>
          <Cell isNumeric>
            <Num value={votes} />
          </Cell>
        </Row>
      )}
    />
  );
}
