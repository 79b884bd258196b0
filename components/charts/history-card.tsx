'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { Busy } from '@/components/ui/busy';
import { Countdown } from '@/components/ui/countdown';
import { useReader } from '@/components/ui/reader';
import { Swatch } from '@/components/ui/swatch';
import type { CountChanges } from '@/lib/contract/bot-view';
import type { Change } from '@/lib/domain/history/change';
import type { Gap } from '@/lib/domain/history/gaps';
import { rangeBetween } from '@/lib/domain/history/history';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { beforeWords } from '@/lib/view/bot-page';
import { MEASURES } from '@/lib/view/charts/chart';
import { countText, extremesOf, pointsCaption } from '@/lib/view/charts/readings';
import { waitText } from '@/lib/view/durations';
import { numberText, signedText } from '@/lib/view/numbers';
import { AddMenu } from './add-menu';
import { ChartCard } from './chart-card';
import { LinesChart, type LinesChartProps } from './lines-chart';
import { HistoryTable } from './loaded-tables';
import { RangeBar, type RangeBarProps } from './range-bar';

type HistoryCardProps = Pick<LinesChartProps, 'points' | 'before' | 'annotations'> &
  Omit<RangeBarProps, 'isCompared'> & {
    botId: string;
    fromMs: number;
    untilMs: number;
    gaps: readonly Gap[];
    /** Whether the points could not be read yet. */
    isBusy: boolean;
    intervalMs: number;
    bucketMs: number;
    /** When the cycle began: in the first one, when the bot was registered. */
    startMs: number;
    nextAllowedAtMs: number;
    previousChanges: CountChanges | null;
  };

/** Servers and users over time. */
export function HistoryCard(props: HistoryCardProps) {
  const { botId, isBusy, range, intervalMs, bucketMs, points, before, gaps, annotations } = props;
  const { previousChanges, fromMs, untilMs, nowMs, hrefOf, startMs, nextAllowedAtMs } = props;
  const router = useRouter();
  const reader = useReader();
  /** The addresses before each zoom. */
  const zoomedFrom = useRef<string[]>([]);
  const isFirst = points.length === 1 && points[0]?.reports === 1;
  const shownFromMs = isFirst ? Math.min(untilMs - HOUR_MS, Math.max(fromMs, startMs)) : fromMs;
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
      heading={MEASURES.map(({ key, count, name }) => (
        <span key={key} data-measure={key}>
          <span>{name}</span> <Extremes of={extremesOf(points, count)} />
        </span>
      ))}
      aside={
        <>
          <RangeBar {...props} isCompared={before !== null} />
          <span className="no-script-hide">
            <AddMenu botId={botId} />
          </span>
        </>
      }
      chart={
        empty ??
        MEASURES.map((measure) => (
          <figure key={measure.key} data-measure={measure.key}>
            <LinesChart
              label={`${measure.name} over time, ${ofGaps}`}
              height="clamp(320px, 38vh, 480px)"
              onZoom={zoom}
              {...{ measure, points, before, gaps, annotations, fromMs: shownFromMs, untilMs }}
            />
            <figcaption className="-mx-4 mt-1 flex flex-wrap items-center gap-x-4 border-t px-4 pt-3 text-muted text-xs">
              {before !== null && (
                <span className="flex items-center gap-2">
                  <Swatch color="var(--series-before)" kind="before" />
                  <Before words={beforeWords(range)} change={previousChanges?.[measure.count] ?? null} />
                </span>
              )}
              {isFirst && <FirstOnly {...{ nextAllowedAtMs, nowMs }} />}
              <span>
                <span>{`${pointsCaption({ intervalMs, bucketMs })}. `}</span>
                {gaps.length > 0 && <span>{`${ofGaps}. `}</span>}
                <span>{`Times in ${reader.timeZone.replaceAll('_', ' ')}.`}</span>
                <span className="no-script-hide pointer-coarse:hidden"> Drag to zoom.</span>
              </span>
            </figcaption>
          </figure>
        ))
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

/** The lowest and the highest value among all reports of the range. */
function Extremes({ of }: { of: { readonly min: number; readonly max: number } | null }) {
  if (of === null) return null;
  return (
    <span className="ml-2 whitespace-nowrap font-normal text-muted">
      {`Lowest ${numberText(of.min)}, highest ${numberText(of.max)}`}
    </span>
  );
}

/** How a count changed in the period before: `The 7 days before: +512`. */
function Before({ words, change }: { words: string; change: Change | null }) {
  return <span>{`${words}: ${change === null ? 'no reports' : signedText(change.by)}`}</span>;
}

/** One report is no course yet. */
const FirstOnly = ({ nextAllowedAtMs, nowMs }: { nextAllowedAtMs: number; nowMs: number }) => (
  <span className="text-ink">
    One report so far. The next is possible{' '}
    <Countdown untilMs={nextAllowedAtMs} nowMs={nowMs} done="now" textOf={(ms) => `in ${waitText(ms)}`} />.
  </span>
);

const NoPoints = () => <p className="px-4 py-16 text-center text-muted">No reports in this range.</p>;
