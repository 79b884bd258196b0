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
  const yOf = (tick: number) => Math.round((1 - valueFraction(tick, axis)) * heightPx);
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
          {/* Shared attributes are set on groups: charts have half of the attributes that the server renders for the page. */}
          <g stroke="var(--line)" shapeRendering="crispEdges">
            {axis.ticks.map((tick) => (
              <line
                key={tick}
                x2="100%"
                y1={yOf(tick)}
                y2={yOf(tick)}
                stroke={tick === axis.from ? 'var(--line-strong)' : undefined}
              />
            ))}
          </g>
          <g transform="translate(-8)" textAnchor="end" fill="var(--muted)">
            {axis.ticks.map((tick) => (
              <text key={tick} y={yOf(tick)} dy="0.32em">
                {axisText(tick, step, locale)}
              </text>
            ))}
          </g>
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

/** Rounded, so that server and browser render the same digits. */
export const percent = (fraction: number): string => `${Math.round(fraction * 10_000) / 100}%`;

type LabelsProps = { labels: readonly AxisLabel[]; topPx: number; className: string };

const Labels = ({ labels, topPx, className }: LabelsProps) => (
  <g className={className}>
    <g transform={`translate(0 ${topPx})`} stroke="var(--line-strong)" shapeRendering="crispEdges">
      {labels.map(({ at }) => (
        <line key={at} x1={percent(at)} x2={percent(at)} y2="4" />
      ))}
    </g>
    <g transform={`translate(0 ${topPx + 19})`} textAnchor="middle" fill="var(--muted)">
      {labels.map(({ at, text }) => (
        <text key={at} x={percent(at)}>
          {text}
        </text>
      ))}
    </g>
  </g>
);
