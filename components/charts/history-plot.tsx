'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useMemo, useRef } from 'react';
import { useReader } from '@/components/ui/reader';
import type { ChartMark } from '@/lib/contract/bot-view';
import type { Gap } from '@/lib/domain/history/gaps';
import { rangeBetween } from '@/lib/domain/history/history';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import type { Pause } from '@/lib/domain/silences/pause';
import { annotationLines } from '@/lib/view/charts/annotations';
import { countText } from '@/lib/view/charts/caption';
import type { ChartInput, Measure } from '@/lib/view/charts/chart';
import { nearestIndex } from '@/lib/view/charts/nearest';
import { extentText, pointTitle } from '@/lib/view/charts/readings';
import { numberText } from '@/lib/view/numbers';
import { Crosshair } from './crosshair';
import type { HistoryBrushProps } from './history-brush';
import { Plot, useIsSeen } from './plot';
import { Swatch } from './swatch';

/** Without its code there is no brush. */
const HistoryBrush = dynamic<HistoryBrushProps>(
  () => import('./history-brush').catch(() => ({ default: () => null })),
  { ssr: false },
);

export type HistoryPlotProps = {
  botId: string;
  /** Oldest first. */
  series: readonly SeriesPoint[];
  /** Those of the period before, of the same length; `null` if they are not compared. */
  previous: readonly SeriesPoint[] | null;
  gaps: readonly Gap[];
  marks: readonly ChartMark[];
  pauses: readonly Pause[];
  fromMs: number;
  untilMs: number;
  /** The address of another range. */
  hrefOf: (range: string, isCompared?: boolean) => string;
};

export const SERIES = [
  { measure: 'serverCount', name: 'Servers', color: 'var(--series-servers)' },
  { measure: 'userCount', name: 'Users', color: 'var(--series-users)' },
] as const satisfies readonly { measure: Measure; name: string; color: string }[];

/** Low enough that a screen of 1440 × 900 px shows the first two rows of the overview whole. */
const HEIGHT_PX = 84;

/** Servers above, users below: separate scales, a shared time axis and crosshair. */
export function HistoryPlot(props: HistoryPlotProps) {
  const { botId, series, previous, gaps, marks, pauses, fromMs, untilMs, hrefOf } = props;
  const router = useRouter();
  const reader = useReader();
  /** The addresses before each zoom. */
  const zoomedFrom = useRef<string[]>([]);
  const inputs = useMemo(
    () =>
      SERIES.map(({ measure, name, color }, at): ChartInput => {
        const isLast = at === SERIES.length - 1;
        const data = { points: series, previous, gaps, marks, pauses, fromMs, untilMs, isLast };
        return { kind: 'history', measure, name, color, ...data };
      }),
    [series, previous, gaps, marks, pauses, fromMs, untilMs],
  );
  const ids = useMemo(() => series.map(({ atMs }) => atMs), [series]);
  const brush = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(brush);
  function zoom(part: { readonly from: number; readonly until: number } | null) {
    if (part !== null) zoomedFrom.current.push(`${location.pathname}${location.search}`);
    const href = part === null ? zoomedFrom.current.pop() : hrefOf(rangeBetween(part.from, part.until));
    if (href !== undefined) router.push(href, { scroll: false });
  }
  return (
    <>
      <Crosshair
        label="Servers and users over time"
        ids={ids}
        places={ids}
        from={fromMs}
        until={untilMs}
        onZoom={zoom}
        readingAt={(index) => {
          const point = series[index];
          if (point === undefined) return null;
          const counts = SERIES.map(({ measure, name, color }) => ({
            name,
            value: numberText(point[measure], reader.locale),
            detail: extentText(point, measure, reader.locale),
            swatch: <Swatch color={color} />,
          }));
          const annotations = annotationLines(
            { marks, pauses },
            (atMs) => nearestIndex(ids, atMs) === index,
            ({ fromMs, untilMs }) => point.atMs >= fromMs && point.atMs <= untilMs,
            reader,
          );
          return { title: pointTitle(point, reader), lines: [...counts, ...annotations] };
        }}
      >
        {SERIES.map(({ name, color }, at) => {
          const input = inputs[at];
          return (
            input && (
              <Plot
                key={name}
                label={`${name} over time, ${countText(gaps.length, 'gap')} without reports`}
                input={input}
                heightPx={HEIGHT_PX}
                legend={[
                  { key: 'last', name, color },
                  { key: 'band', name: 'Lowest to highest', color, look: 'pale' },
                  ...(previous === null
                    ? []
                    : [{ key: 'previous', name: 'Period before', color, look: 'dashed' } as const]),
                ]}
              />
            )
          );
        })}
      </Crosshair>
      <div ref={brush} className="no-script-hide relative h-[22px] print:hidden">
        {isSeen && <HistoryBrush botId={botId} fromMs={fromMs} untilMs={untilMs} onChoose={zoom} />}
      </div>
    </>
  );
}
