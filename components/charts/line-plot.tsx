'use client';

import { type LineChart, PLOT } from '@/lib/view/charts/line-chart';
import { bandPath, dotsPath, linePath } from '@/lib/view/charts/paths';
import { type AxisLabels, PlotFrame } from './plot-frame';

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
    <PlotFrame caption={name} label={label} axis={chart.axis} heightPx={heightPx} labels={labels}>
      <svg
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        preserveAspectRatio="none"
        width="100%"
        height={heightPx}
        overflow="visible"
        fill="none"
        stroke={color}
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {chart.gaps.map(({ x, width }) => (
          <rect key={x} x={x} width={width} height={PLOT.height} fill="var(--inset)" stroke="none" />
        ))}
        <path
          d={bandPath(chart.segments)}
          fill={color}
          fillOpacity={0.16}
          strokeOpacity={0.6}
          vectorEffect="non-scaling-stroke"
        />
        <path d={linePath(chart.segments)} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
        <path d={dotsPath(chart.segments)} strokeWidth={5} vectorEffect="non-scaling-stroke" />
      </svg>
    </PlotFrame>
  );
}
