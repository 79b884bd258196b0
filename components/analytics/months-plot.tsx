'use client';

import { Crosshair } from '@/components/charts/crosshair';
import { FIXED, PlotFrame } from '@/components/charts/plot-frame';
import { CAPTION_PX } from '@/components/charts/plot-size';
import { Swatch } from '@/components/charts/swatch';
import { useReader } from '@/components/ui/reader';
import type { MonthPoint } from '@/lib/view/analytics';
import { PLOT } from '@/lib/view/charts/line-chart';
import { monthBars, monthFraction } from '@/lib/view/charts/month-bars';
import { linePath } from '@/lib/view/charts/paths';
import { markup } from '@/lib/view/markup';
import { numberText } from '@/lib/view/numbers';

const HEIGHT_PX = 140;
/** The part of a month's width that its bar fills. */
const BAR_WIDTH = 0.6;
/** In drawing units: some two pixels, for a month with one value. */
const BAR_HEIGHT_MIN = 8;

type MonthsPlotProps = {
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  /** Oldest first; at least one has a value. */
  points: readonly MonthPoint[];
  color: string;
};

/** Months as bars from the lowest to the highest value, with the last values as a line. The table has the numbers. */
export function MonthsPlot({ label, points, color }: MonthsPlotProps) {
  const { locale } = useReader();
  const { axis, segments } = monthBars(points);
  const width = Math.round((BAR_WIDTH / points.length) * PLOT.width);
  const bars = segments.flat().map(({ x, yMin, yMax }) => {
    const height = Math.max(BAR_HEIGHT_MIN, yMin - yMax);
    return markup`<rect x="${x - width / 2}" width="${width}" y="${yMin - height}" height="${height}"/>`;
  });
  const dots = segments.flat().map(({ x, y }) => `M${x} ${y}h0`);
  const reported = points.flatMap(({ last }, at) => (last === null ? [] : [at]));
  /** One month of `every`, and the last one. */
  const labels = (every: number) =>
    points
      .map(({ month }, at) => ({ at: monthFraction(at, points.length), text: month }))
      .filter((_, at) => (points.length - 1 - at) % every === 0);
  return (
    <Crosshair
      label={label}
      ids={reported}
      positions={reported.map((at) => monthFraction(at, points.length))}
      topPx={CAPTION_PX}
      bottomPx={CAPTION_PX + HEIGHT_PX}
      readingAt={(index) => {
        const point = points[reported[index] ?? -1];
        if (point?.range == null || point.last === null) return null;
        const [min, max] = point.range.map((value) => numberText(value, locale));
        const line = (name: string, value: string) => ({
          name,
          value,
          detail: null,
          swatch: <Swatch color={color} />,
        });
        return {
          title: point.month,
          lines: [
            line('Last', numberText(point.last, locale)),
            line('Lowest to highest', `${min} to ${max}`),
          ],
        };
      }}
    >
      <PlotFrame
        caption="Lowest to highest, and last"
        label={label}
        axis={axis}
        heightPx={HEIGHT_PX}
        labels={{ wide: labels(2), narrow: labels(4) }}
        plot={markup`<svg viewBox="0 0 ${PLOT.width} ${PLOT.height}" preserveAspectRatio="none" width="100%" height="${HEIGHT_PX}"
 overflow="visible" fill="none" stroke="${color}" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">
<g fill="${color}" fill-opacity="0.3" stroke="none">${bars}</g>
<path d="${linePath(segments)}" stroke-width="1.5" ${FIXED}/>
<path d="${dots.join('')}" stroke-width="5" ${FIXED}/></svg>`}
      />
    </Crosshair>
  );
}
