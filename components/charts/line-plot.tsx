'use client';

import { type LineChart, PLOT } from '@/lib/view/charts/line-chart';
import { bandPath, dotsPath, linePath } from '@/lib/view/charts/paths';
import { markup } from '@/lib/view/markup';
import { type AxisLabels, FIXED, PlotFrame } from './plot-frame';

type LinePlotProps = {
  name: string;
  label: string;
  color: string;
  chart: LineChart;
  heightPx: number;
  labels: AxisLabels | null;
};

/** One count over time: a band from lowest to highest, straight lines through the last values, nothing in gaps. */
export function LinePlot({ name, label, color, chart, heightPx, labels }: LinePlotProps) {
  return (
    <PlotFrame
      caption={name}
      label={label}
      axis={chart.axis}
      heightPx={heightPx}
      labels={labels}
      plot={markup`<svg viewBox="0 0 ${PLOT.width} ${PLOT.height}" preserveAspectRatio="none" width="100%" height="${heightPx}"
 overflow="visible" fill="none" stroke="${color}" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">${chart.gaps.map(
   ({ x, width }) =>
     markup`<rect x="${x}" width="${width}" height="${PLOT.height}" fill="var(--inset)" stroke="none"/>`,
 )}<path d="${bandPath(chart.segments)}" fill="${color}" fill-opacity="0.16" stroke-opacity="0.6" ${FIXED}/>
<path d="${linePath(chart.segments)}" stroke-width="1.5" ${FIXED}/>
<path d="${dotsPath(chart.segments)}" stroke-width="5" ${FIXED}/></svg>`}
    />
  );
}
