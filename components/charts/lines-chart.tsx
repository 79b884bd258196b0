'use client';

import { useMemo } from 'react';
import { type Reader, useReader } from '@/components/ui/reader';
import { Swatch } from '@/components/ui/swatch';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { annotationLines } from '@/lib/view/charts/annotations';
import { type HistoryInput, historySeries, type Measure } from '@/lib/view/charts/chart';
import { nearestIndex } from '@/lib/view/charts/nearest';
import { countText, extentText, extremesOf, pointTitle } from '@/lib/view/charts/readings';
import { numberText, signedText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { Crosshair, type CrosshairProps } from './crosshair';
import { Plot } from './plot';

export type LinesChartProps = Pick<
  HistoryInput,
  'points' | 'before' | 'gaps' | 'annotations' | 'fromMs' | 'untilMs'
> &
  Pick<CrosshairProps, 'onZoom'> & {
    measure: Measure;
    /** The accessible name of the plot. */
    label: string;
    height: string;
  };

/** One count over time. */
export function LinesChart({ label, measure, onZoom, height, ...data }: LinesChartProps) {
  const { points, before, gaps, annotations, fromMs, untilMs } = data;
  const { count, name, color } = measure;
  const reader = useReader();
  const input = useMemo((): HistoryInput => {
    const isWide = ({ min, max }: SeriesPoint) => min[count] !== max[count];
    return {
      kind: 'history',
      measure: count,
      series: historySeries(measure, points.some(isWide), Boolean(before)),
      ...{ points, before, gaps, annotations, fromMs, untilMs },
    };
  }, [measure, count, points, before, gaps, annotations, fromMs, untilMs]);
  const places = useMemo(() => points.map(({ atMs }) => atMs), [points]);
  const placesBefore = useMemo(
    () => before?.map(({ atMs }) => atMs + untilMs - fromMs),
    [before, fromMs, untilMs],
  );
  return (
    <Crosshair
      label={`${label}: ${courseText(data, count, reader)}`}
      places={places}
      from={fromMs}
      until={untilMs}
      onZoom={onZoom}
      readingAt={(index) => {
        const point = points[index];
        if (point === undefined) return null;
        const then = placesBefore && before?.[nearestIndex(placesBefore, point.atMs)];
        const plain = { detail: null, swatch: null };
        const notes = annotationLines(
          annotations,
          (atMs) => nearestIndex(places, atMs) === index,
          (pause) => point.atMs >= pause.fromMs && point.atMs <= pause.untilMs,
          reader,
        );
        return {
          title: pointTitle(point, reader),
          lines: [
            {
              name,
              value: numberText(point[count]),
              detail: extentText(point, count),
              swatch: <Swatch color={color} />,
            },
            ...(then
              ? [
                  {
                    ...plain,
                    name: 'The period before',
                    value: numberText(then[count]),
                    swatch: <Swatch color="var(--series-before)" kind="before" />,
                  },
                  {
                    ...plain,
                    name: 'Difference',
                    value: signedText(point[count] - then[count]),
                  },
                ]
              : []),
            ...notes,
          ],
        };
      }}
    >
      <Plot label={label} input={input} height={height} />
    </Crosshair>
  );
}

/** The whole course of a count in a sentence: `Nov 21 to Nov 27, first 1,000, last 1,010, lowest 990, highest 1,020, 1 gap`. */
function courseText(
  { points, gaps = [], fromMs, untilMs }: Pick<LinesChartProps, 'points' | 'gaps' | 'fromMs' | 'untilMs'>,
  count: Measure['count'],
  reader: Reader,
): string {
  const extremes = extremesOf(points, count);
  return [
    `${timeText(fromMs, 'minute', reader)} to ${timeText(untilMs, 'minute', reader)}`,
    ...(extremes === null
      ? []
      : [
          `first ${numberText(points[0]?.[count] ?? 0)}`,
          `last ${numberText(points.at(-1)?.[count] ?? 0)}`,
          `lowest ${numberText(extremes.min)}`,
          `highest ${numberText(extremes.max)}`,
        ]),
    countText(gaps.length, 'gap'),
  ].join(', ');
}
