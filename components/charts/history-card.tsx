'use client';

import { Busy } from '@/components/ui/busy';
import { SegmentedLinks } from '@/components/ui/segmented';
import { countPoints } from '@/lib/view/charts/count-points';
import { summaryOf } from '@/lib/view/charts/summary';
import { ChartCard } from './chart-card';
import { HistoryPlot, type HistoryPlotProps, SERIES } from './history-plot';
import { Extent, KeyFigure } from './key-figures';
import { HistoryTable } from './loaded-tables';
import { Swatch } from './swatch';

type HistoryCardProps = HistoryPlotProps & {
  botId: string;
  /** Whether the series could not be read yet. */
  isBusy: boolean;
  range: string;
  ranges: readonly { readonly value: string; readonly label: string; readonly href: string }[];
  /** Whether the service responds, so that another range can be loaded. */
  mayLeave: () => Promise<boolean>;
};

/** Servers and users over time: two charts with the same time axis, because their scales differ. */
export function HistoryCard(props: HistoryCardProps) {
  const { botId, isBusy, range, ranges, mayLeave, ...plot } = props;
  const { series } = plot;
  return (
    <ChartCard
      title="Servers and users"
      aside={<SegmentedLinks label="Range" value={range} options={ranges} mayLeave={mayLeave} />}
      summary={
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {SERIES.map(({ measure, name, color }) => {
            const summary = summaryOf(countPoints(series, measure));
            return (
              <KeyFigure
                key={name}
                name={name}
                swatch={<Swatch color={color} />}
                value={summary?.last ?? null}
              >
                {summary !== null && <Extent {...summary} />}
              </KeyFigure>
            );
          })}
        </dl>
      }
      chart={isBusy ? <Busy /> : series.length === 0 ? <NoPoints /> : <HistoryPlot {...plot} />}
      table={
        isBusy ? (
          <Busy />
        ) : series.length === 0 ? (
          <NoPoints />
        ) : (
          <HistoryTable key={range} botId={botId} range={range} newestAtMs={series.at(-1)?.atMs ?? null} />
        )
      }
      csvName={`${botId}-reports-${range}.csv`}
      makeCsv={async () => {
        const [{ readWholeHistory }, { historyCsv }] = await Promise.all([
          import('@/lib/queries/history'),
          import('@/lib/view/charts/history-csv'),
        ]);
        return historyCsv(await readWholeHistory(botId, range));
      }}
    />
  );
}

const NoPoints = () => <p className="px-4 py-16 text-center text-muted">No reports in this range.</p>;
