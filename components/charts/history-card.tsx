'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { Busy } from '@/components/ui/busy';
import { useReader } from '@/components/ui/reader';
import type { CountChanges } from '@/lib/contract/bot-view';
import type { Gap } from '@/lib/domain/history/gaps';
import { rangeBetween } from '@/lib/domain/history/history';
import { MEASURES } from '@/lib/view/charts/chart';
import { countText, extremesOf, pointsCaption } from '@/lib/view/charts/readings';
import { ChartCard } from './chart-card';
import { Course, Extremes, KeyFigure } from './key-figures';
import { LinesChart, type LinesChartProps } from './lines-chart';
import { HistoryTable } from './loaded-tables';
import { RangeBar, type RangeBarProps } from './range-bar';

type HistoryCardProps = Pick<LinesChartProps, 'points' | 'before' | 'annotations'> &
  Omit<RangeBarProps, 'isCompared'> & {
    botId: string;
    gaps: readonly Gap[];
    /** Whether the points could not be read yet. */
    isBusy: boolean;
    intervalMs: number;
    bucketMs: number;
    changes: CountChanges;
    previousChanges: CountChanges | null;
  };

/** Servers and users over time. */
export function HistoryCard(props: HistoryCardProps) {
  const { botId, isBusy, range, intervalMs, bucketMs, points, before, gaps, annotations } = props;
  const { changes, previousChanges, fromMs, untilMs, hrefOf } = props;
  const router = useRouter();
  const reader = useReader();
  /** The addresses before each zoom. */
  const zoomedFrom = useRef<string[]>([]);
  const ofGaps = `${countText(gaps.length, 'gap')} without reports`;
  const empty = isBusy ? <Busy /> : points.length === 0 ? <NoPoints /> : null;

  function zoom(part: { readonly from: number; readonly until: number } | null) {
    if (part !== null) zoomedFrom.current.push(`${location.pathname}${location.search}`);
    const href = part === null ? zoomedFrom.current.pop() : hrefOf(rangeBetween(part.from, part.until));
    if (href !== undefined) router.push(href, { scroll: false });
  }

  return (
    <ChartCard
      title="Servers and users"
      aside={<RangeBar {...props} isCompared={before !== null} />}
      summary={
        <dl className="grid grid-cols-2 gap-x-4 sm:gap-x-8">
          {MEASURES.map(({ key, count, name, color }) => {
            const change = changes[count];
            return (
              <KeyFigure key={key} name={name} series={{ color, kind: 'line' }} value={change?.value ?? null}>
                {change !== null && (
                  <Course {...{ change, range, fromMs }} before={previousChanges?.[count]} />
                )}
                <Extremes of={extremesOf(points, count)} />
              </KeyFigure>
            );
          })}
        </dl>
      }
      chart={
        empty ?? (
          <figure>
            <LinesChart
              label="Servers and users over time"
              measures={MEASURES}
              nameOf={({ name }) => `${name} over time, ${ofGaps}`}
              onZoom={zoom}
              {...{ points, before, gaps, annotations, fromMs, untilMs }}
            />
            <figcaption className="pt-1 text-right text-muted text-xs">
              <span>{pointsCaption({ intervalMs, bucketMs })}</span>. <span>{ofGaps}</span>. Times in{' '}
              <span>{reader.timeZone.replaceAll('_', ' ')}</span>.
            </figcaption>
          </figure>
        )
      }
      table={
        empty ?? (
          <HistoryTable key={range} botId={botId} range={range} newestAtMs={points.at(-1)?.atMs ?? null} />
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
