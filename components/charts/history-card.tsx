'use client';

import { Busy } from '@/components/ui/busy';
import { useReader } from '@/components/ui/reader';
import type { CountChanges } from '@/lib/contract/bot-view';
import { countText, pointsCaption } from '@/lib/view/charts/caption';
import { extremesOf } from '@/lib/view/charts/extremes';
import { ChartCard } from './chart-card';
import { HistoryPlot, type HistoryPlotProps, SERIES } from './history-plot';
import { Course, Extremes, KeyFigure } from './key-figures';
import { HistoryTable } from './loaded-tables';
import { RangeBar, type RangeBarProps } from './range-bar';
import { Swatch } from './swatch';

type HistoryCardProps = HistoryPlotProps &
  Omit<RangeBarProps, 'isCompared'> & {
    botId: string;
    /** Whether the series could not be read yet. */
    isBusy: boolean;
    intervalMs: number;
    bucketMs: number;
    changes: CountChanges;
    previousChanges: CountChanges | null;
  };

/** Servers and users over time: two charts with the same time axis, because their scales differ. */
export function HistoryCard(props: HistoryCardProps) {
  const { botId, isBusy, range, intervalMs, bucketMs, series, previous, gaps } = props;
  const { changes, previousChanges, fromMs } = props;
  const reader = useReader();
  const empty = isBusy ? <Busy /> : series.length === 0 ? <NoPoints /> : null;
  return (
    <ChartCard
      title="Servers and users"
      aside={<RangeBar {...props} isCompared={previous !== null} />}
      summary={
        <dl className="grid grid-cols-2 gap-x-4 sm:gap-x-8">
          {SERIES.map(({ measure, name, color }) => {
            const change = changes[measure];
            return (
              <KeyFigure
                key={name}
                name={name}
                swatch={<Swatch color={color} />}
                value={change?.value ?? null}
              >
                {change !== null && (
                  <Course {...{ change, range, fromMs }} before={previousChanges?.[measure]} />
                )}
                <Extremes of={extremesOf(series, measure)} />
              </KeyFigure>
            );
          })}
        </dl>
      }
      chart={
        empty ?? (
          <figure>
            <HistoryPlot {...props} />
            <figcaption className="pt-1 text-right text-muted text-xs">
              <span>{pointsCaption({ intervalMs, bucketMs })}</span>.{' '}
              <span>{`${countText(gaps.length, 'gap')} without reports`}</span>. Times in{' '}
              <span>{reader.timeZone.replaceAll('_', ' ')}</span>.
            </figcaption>
          </figure>
        )
      }
      table={
        empty ?? (
          <HistoryTable key={range} botId={botId} range={range} newestAtMs={series.at(-1)?.atMs ?? null} />
        )
      }
      csvName={`${botId}-reports-${range.replaceAll(':', '')}.csv`}
      makeCsv={async () => {
        const [{ readWholeHistory }, { historyCsv }] = await Promise.all([
          import('@/lib/queries/history'),
          import('@/lib/view/charts/history-csv'),
        ]);
        const { points, annotations } = await readWholeHistory(botId, range);
        return historyCsv(points, annotations);
      }}
    />
  );
}

const NoPoints = () => <p className="px-4 py-16 text-center text-muted">No reports in this range.</p>;
