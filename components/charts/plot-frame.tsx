'use client';

import type { ReactNode } from 'react';
import { useReader } from '@/components/ui/reader';
import type { ValueAxis } from '@/lib/view/axis-ticks';
import { valueFraction } from '@/lib/view/charts/line-chart';
import type { AxisLabel } from '@/lib/view/charts/time-labels';
import { axisText } from '@/lib/view/numbers';
import { CAPTION_PX, LABELS_PX, PLOT_INSET } from './plot-size';

/** Labels below an axis: as many as fit on a wide and on a narrow plot, which CSS chooses by the plot's width. */
export type AxisLabels = { readonly wide: readonly AxisLabel[]; readonly narrow: readonly AxisLabel[] };

type PlotFrameProps = {
  /** What the vertical axis counts. */
  caption: ReactNode;
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  axis: ValueAxis;
  heightPx: number;
  /** `null` for a plot above another one with the same axis. */
  labels: AxisLabels | null;
  /** SVG elements: horizontal lengths in percent, vertical ones in pixels. */
  children: ReactNode;
};

/**
 * Axes around a plot. As wide as its place without measuring it: horizontal positions are percentages, so that text
 * and lines keep their size, and the server can draw it.
 */
export function PlotFrame({ caption, label, axis, heightPx, labels, children }: PlotFrameProps) {
  const { locale } = useReader();
  const step = (axis.ticks[1] ?? 1) - (axis.ticks[0] ?? 0);
  return (
    <div>
      <p style={{ height: CAPTION_PX }} className="pt-2.5 text-muted text-xs">
        {caption}
      </p>
      <div className={`@container ${PLOT_INSET}`}>
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={heightPx + (labels === null ? 0 : LABELS_PX)}
          className="block overflow-visible text-xs"
        >
          {axis.ticks.map((tick) => {
            const y = Math.round((1 - valueFraction(tick, axis)) * heightPx);
            return (
              <g key={tick}>
                <line
                  x2="100%"
                  y1={y}
                  y2={y}
                  stroke={tick === axis.from ? 'var(--line-strong)' : 'var(--line)'}
                  shapeRendering="crispEdges"
                />
                <text x={-8} y={y} dy="0.32em" textAnchor="end" fill="var(--muted)">
                  {axisText(tick, step, locale)}
                </text>
              </g>
            );
          })}
          {children}
          {labels !== null && (
            <>
              <Labels labels={labels.wide} topPx={heightPx} className="@max-md:hidden" />
              <Labels labels={labels.narrow} topPx={heightPx} className="@md:hidden" />
            </>
          )}
        </svg>
      </div>
    </div>
  );
}

type LabelsProps = { labels: readonly AxisLabel[]; topPx: number; className: string };

const Labels = ({ labels, topPx, className }: LabelsProps) => (
  <g className={className}>
    {labels.map(({ at, text }) => {
      const x = `${Math.round(at * 10_000) / 100}%`;
      return (
        <g key={at}>
          <line
            x1={x}
            x2={x}
            y1={topPx}
            y2={topPx + 4}
            stroke="var(--line-strong)"
            shapeRendering="crispEdges"
          />
          <text x={x} y={topPx + 19} textAnchor="middle" fill="var(--muted)">
            {text}
          </text>
        </g>
      );
    })}
  </g>
);
