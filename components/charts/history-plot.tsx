'use client';

import { useMemo } from 'react';
import { useReader } from '@/components/ui/reader';
import type { SeriesPoint } from '@/lib/domain/summary';
import { pointsCaption } from '@/lib/view/charts/caption';
import { countPoints, type Measure } from '@/lib/view/charts/count-points';
import { lineChart, timeFraction, valueFraction } from '@/lib/view/charts/line-chart';
import { extentText, pointTitle } from '@/lib/view/charts/readings';
import { timeLabels } from '@/lib/view/charts/time-labels';
import { numberText } from '@/lib/view/numbers';
import { Crosshair } from './crosshair';
import { LinePlot } from './line-plot';
import { CAPTION_PX } from './plot-size';
import { Swatch } from './swatch';

export type HistoryPlotProps = {
  /** Oldest first. */
  series: readonly SeriesPoint[];
  fromMs: number;
  /** The end of the axis: the server's clock. */
  nowMs: number;
  intervalMs: number;
  bucketMs: number;
};

export const SERIES = [
  { measure: 'serverCount', name: 'Servers', color: 'var(--series-servers)' },
  { measure: 'userCount', name: 'Users', color: 'var(--series-users)' },
] as const satisfies readonly { measure: Measure; name: string; color: string }[];

/** Low enough that a screen of 1440 × 900 px shows the first two rows of the overview whole. */
const HEIGHT_PX = 96;
const topPx = (plot: number) => plot * (CAPTION_PX + HEIGHT_PX) + CAPTION_PX;

/** Servers above, users below: separate scales, a shared time axis and crosshair. */
export function HistoryPlot({ series, fromMs, nowMs, intervalMs, bucketMs }: HistoryPlotProps) {
  const reader = useReader();
  const { plots, ids, positions, span } = useMemo(() => {
    const span = { fromMs, untilMs: nowMs };
    const plots = SERIES.map((each) => {
      const points = countPoints(series, each.measure);
      return { ...each, chart: lineChart(points, span, { intervalMs, bucketMs }) };
    });
    const ids = series.map(({ atMs }) => atMs);
    return { plots, ids, positions: ids.map((atMs) => timeFraction(atMs, span)), span };
  }, [series, fromMs, nowMs, intervalMs, bucketMs]);
  const labels = { wide: timeLabels(span, 8, reader), narrow: timeLabels(span, 3, reader) };
  return (
    <figure>
      <Crosshair
        label="Servers and users over time"
        ids={ids}
        positions={positions}
        topPx={topPx(0)}
        bottomPx={topPx(1) + HEIGHT_PX}
        readingAt={(index) => {
          const point = series[index];
          if (point === undefined) return null;
          return {
            title: pointTitle(point, reader),
            lines: SERIES.map(({ measure, name, color }) => ({
              name,
              value: numberText(point[measure], reader.locale),
              detail: extentText(point, measure, reader.locale),
              swatch: <Swatch color={color} />,
            })),
          };
        }}
        marksAt={(index) =>
          plots.map(({ measure, color, chart }, plot) => ({
            color,
            topPx: topPx(plot) + (1 - valueFraction(series[index]?.[measure] ?? 0, chart.axis)) * HEIGHT_PX,
          }))
        }
      >
        {plots.map(({ name, color, chart }, plot) => (
          <LinePlot
            key={name}
            name={name}
            label={`${name} over time, ${chart.gaps.length === 1 ? '1 gap' : `${chart.gaps.length} gaps`} without reports`}
            color={color}
            chart={chart}
            heightPx={HEIGHT_PX}
            labels={plot === plots.length - 1 ? labels : null}
          />
        ))}
      </Crosshair>
      <figcaption className="pt-1 text-right text-muted text-xs">
        <span>{pointsCaption({ intervalMs, bucketMs })}</span>. Times in{' '}
        <span>{reader.timeZone.replaceAll('_', ' ')}</span>.
      </figcaption>
    </figure>
  );
}
