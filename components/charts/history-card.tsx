'use client';

import { useMemo } from 'react';
import { LongTable } from '@/components/ui/long-table';
import { useReader } from '@/components/ui/reader';
import { SegmentedLinks } from '@/components/ui/segmented';
import { Cell, Row } from '@/components/ui/table';
import { isoTime } from '@/lib/domain/iso-time';
import type { SeriesPoint } from '@/lib/domain/summary';
import { countPoints } from '@/lib/view/charts/count-points';
import { summaryOf } from '@/lib/view/charts/summary';
import { csv } from '@/lib/view/csv';
import { numberText } from '@/lib/view/numbers';
import { timeText, utcText } from '@/lib/view/times';
import { ChartCard } from './chart-card';
import { HistoryPlot, type HistoryPlotProps, SERIES } from './history-plot';
import { Extent, KeyFigure } from './key-figures';
import { Swatch } from './swatch';

type HistoryCardProps = HistoryPlotProps & {
  botId: string;
  range: string;
  ranges: readonly { readonly value: string; readonly label: string; readonly href: string }[];
};

/** Servers and users over time: two charts with the same time axis, because their scales differ. */
export function HistoryCard(props: HistoryCardProps) {
  const { botId, range, ranges, ...plot } = props;
  const { series } = plot;
  return (
    <ChartCard
      title="Servers and users"
      aside={<SegmentedLinks label="Range" value={range} options={ranges} />}
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
      chart={series.length === 0 ? <NoPoints /> : <HistoryPlot {...plot} />}
      table={series.length === 0 ? <NoPoints /> : <HistoryTable points={series} />}
      csvName={`${botId}-reports-${range}.csv`}
      makeCsv={() =>
        csv(
          ['time', 'servers', 'users', 'shards'],
          series.map((p) => [isoTime(p.atMs), p.serverCount, p.userCount, p.shardCount]),
        )
      }
    />
  );
}

const COLUMNS = [
  { label: 'Time' },
  { label: 'Servers', isNumeric: true },
  { label: 'Users', isNumeric: true },
  { label: 'Shards', isNumeric: true },
];

function HistoryTable({ points }: { points: readonly SeriesPoint[] }) {
  const reader = useReader();
  const rows = useMemo(() => points.toReversed(), [points]);
  return (
    <LongTable
      label="Reports, newest first"
      columns={COLUMNS}
      rows={rows}
      drawRow={(point) => (
        <Row key={point.atMs}>
          <Cell>
            <time dateTime={isoTime(point.atMs)} title={utcText(point.atMs)}>
              {timeText(point.atMs, 'second', reader)}
            </time>
          </Cell>
          <Cell isNumeric>{numberText(point.serverCount, reader.locale)}</Cell>
          <Cell isNumeric>{numberText(point.userCount, reader.locale)}</Cell>
          <Cell isNumeric>{numberText(point.shardCount, reader.locale)}</Cell>
        </Row>
      )}
    />
  );
}

const NoPoints = () => <p className="px-4 py-16 text-center text-muted">No reports in this range.</p>;
