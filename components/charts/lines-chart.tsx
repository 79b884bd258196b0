'use client';

import { useMemo } from 'react';
import { useReader } from '@/components/ui/reader';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { annotationLines } from '@/lib/view/charts/annotations';
import { type HistoryInput, historySeries, type Measure } from '@/lib/view/charts/chart';
import { nearestIndex } from '@/lib/view/charts/nearest';
import { extentText, pointTitle } from '@/lib/view/charts/readings';
import { numberText } from '@/lib/view/numbers';
import { Crosshair, type CrosshairProps } from './crosshair';
import { Plot } from './plot';
import { Swatch } from './swatch';

/** Low enough that a screen of 1440 × 900 px shows the first two rows of the overview whole. */
const HEIGHT_PX = 84;

export type LinesChartProps = Pick<
  HistoryInput,
  'points' | 'before' | 'gaps' | 'annotations' | 'fromMs' | 'untilMs'
> &
  Pick<CrosshairProps, 'label' | 'onZoom'> & {
    /** One plot for each, below each other: their scales differ, their time axis and crosshair are the same. */
    measures: readonly Measure[];
    /** The accessible name of a plot. */
    nameOf: (measure: Measure) => string;
  };

/** Counts over time. */
export function LinesChart({ label, measures, nameOf, onZoom, ...data }: LinesChartProps) {
  const { points, before, gaps, annotations, fromMs, untilMs } = data;
  const reader = useReader();
  const inputs = useMemo(
    () =>
      measures.map((measure, at): HistoryInput => {
        const { count } = measure;
        const isWide = ({ min, max }: SeriesPoint) => min[count] !== max[count];
        return {
          kind: 'history',
          measure: count,
          series: historySeries(measure, points.some(isWide), Boolean(before)),
          ...{ points, before, gaps, annotations, fromMs, untilMs },
          isLast: at === measures.length - 1,
        };
      }),
    [measures, points, before, gaps, annotations, fromMs, untilMs],
  );
  const places = useMemo(() => points.map(({ atMs }) => atMs), [points]);
  return (
    <Crosshair
      label={label}
      places={places}
      from={fromMs}
      until={untilMs}
      onZoom={onZoom}
      readingAt={(index) => {
        const point = points[index];
        if (point === undefined) return null;
        const counts = measures.map(({ count, name, color }) => ({
          name,
          value: numberText(point[count], reader.locale),
          detail: extentText(point, count, reader.locale),
          swatch: <Swatch color={color} />,
        }));
        const notes = annotationLines(
          annotations,
          (atMs) => nearestIndex(places, atMs) === index,
          (pause) => point.atMs >= pause.fromMs && point.atMs <= pause.untilMs,
          reader,
        );
        return { title: pointTitle(point, reader), lines: [...counts, ...notes] };
      }}
    >
      {measures.map((measure, at) => {
        const input = inputs[at];
        return input && <Plot key={measure.key} label={nameOf(measure)} input={input} heightPx={HEIGHT_PX} />;
      })}
    </Crosshair>
  );
}
