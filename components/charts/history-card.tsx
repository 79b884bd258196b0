'use client';

import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { LongTable } from '@/components/ui/long-table';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { SegmentedLinks } from '@/components/ui/segmented';
import { Cell, Row } from '@/components/ui/table';
import type { SeriesPoint } from '@/lib/domain/history';
import { isoTime } from '@/lib/domain/iso-time';
import { csv } from '@/lib/view/csv';
import { numberText } from '@/lib/view/numbers';
import { extentOf, type Measure } from '@/lib/view/series';
import { timeText, utcText } from '@/lib/view/times';
import { ChartCard, Swatch } from './chart-card';
import type { HistoryPlotProps } from './history-plot';
import { PlotSkeleton } from './plot-skeleton';

const HistoryPlot = dynamic(() => import('./history-plot').then((module) => module.HistoryPlot), {
  ssr: false,
  loading: () => <PlotSkeleton />,
});

type HistoryCardProps = HistoryPlotProps & {
  botId: string;
  range: string;
  ranges: readonly { readonly value: string; readonly label: string; readonly href: string }[];
};

/** Servers and users over time: two charts with the same time axis, because their scales differ. */
export function HistoryCard(props: HistoryCardProps) {
  const { botId, range, ranges, ...plot } = props;
  const { points } = plot;
  return (
    <ChartCard
      title="Servers and users"
      aside={<SegmentedLinks label="Range" value={range} options={ranges} />}
      summary={
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure points={points} measure="serverCount" name="Servers" color="var(--series-servers)" />
          <Figure points={points} measure="userCount" name="Users" color="var(--series-users)" />
        </dl>
      }
      chart={points.length === 0 ? <NoPoints /> : <HistoryPlot {...plot} />}
      table={points.length === 0 ? <NoPoints /> : <HistoryTable points={points} />}
      csvName={`${botId}-reports-${range}.csv`}
      makeCsv={() =>
        csv(
          ['time', 'servers', 'users', 'shards'],
          points.map((p) => [isoTime(p.atMs), p.serverCount, p.userCount, p.shardCount]),
        )
      }
    />
  );
}

type FigureProps = { points: readonly SeriesPoint[]; measure: Measure; name: string; color: string };

function Figure({ points, measure, name, color }: FigureProps) {
  const extent = extentOf(points, measure);
  return (
    <div>
      <dt className="flex items-center gap-2 text-muted text-xs">
        <Swatch color={color} />
        {name}
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-lg">{extent === null ? '–' : <Num value={extent.last} />}</span>
        {extent !== null && (
          <span className="text-muted text-xs">
            from <Num value={extent.min} /> to <Num value={extent.max} />
          </span>
        )}
      </dd>
    </div>
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
