'use client';

import type { MouseEventHandler, ReactNode } from 'react';
import { Drawing } from '@/components/ui/drawing';
import { useReader } from '@/components/ui/reader';
import type { ValueAxis } from '@/lib/view/axis-ticks';
import { valueFraction } from '@/lib/view/charts/line-chart';
import type { AxisLabel } from '@/lib/view/charts/time-labels';
import { type Markup, markup } from '@/lib/view/markup';
import { axisText } from '@/lib/view/numbers';
import { CAPTION_PX, LABELS_PX, PLOT_INSET } from './plot-size';

/** Labels below an axis: as many as fit on a wide and on a narrow plot, which CSS chooses by the plot's width. */
export type AxisLabels = { readonly wide: readonly AxisLabel[]; readonly narrow: readonly AxisLabel[] };

/** Lines that keep their width when the drawing is stretched. */
export const FIXED = markup`vector-effect="non-scaling-stroke"`;

const BASE_LINE = markup` stroke="var(--line-strong)"`;

type PlotFrameProps = {
  /** What the vertical axis counts. */
  caption: ReactNode;
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  axis: ValueAxis;
  /** The value on which the plot stands; by default the lowest of the axis. */
  base?: number;
  heightPx: number;
  /** `null` for a plot above another one with the same axis. */
  labels: AxisLabels | null;
  /** Horizontal lengths in percent, vertical ones in pixels. */
  plot: Markup;
  /** For pointers only. */
  onClick?: MouseEventHandler<SVGSVGElement>;
};

/**
 * Axes around a plot. As wide as its place without measuring it: horizontal positions are percentages, so that text
 * and lines keep their size, and the server can draw it.
 */
export function PlotFrame(props: PlotFrameProps) {
  const { caption, label, axis, base = axis.from, heightPx, labels, plot, onClick } = props;
  const { locale } = useReader();
  const step = (axis.ticks[1] ?? 1) - (axis.ticks[0] ?? 0);
  const yOf = (tick: number) => Math.round((1 - valueFraction(tick, axis)) * heightPx);
  const lines = axis.ticks.map(
    (tick) => markup`<line x2="100%" y1="${yOf(tick)}" y2="${yOf(tick)}"${tick === base ? BASE_LINE : ''}/>`,
  );
  const texts = axis.ticks.map(
    (tick) => markup`<text y="${yOf(tick)}" dy="0.32em">${axisText(tick, step, locale)}</text>`,
  );
  return (
    <div>
      <p style={{ height: CAPTION_PX }} className="pt-2.5 text-muted text-xs">
        {caption}
      </p>
      <div className={`@container ${PLOT_INSET}`}>
        <Drawing
          role="img"
          aria-label={label}
          width="100%"
          height={heightPx + (labels === null ? 0 : LABELS_PX)}
          className="block overflow-visible text-xs"
          {...(onClick && { onClick })}
          markup={markup`<g stroke="var(--line)" shape-rendering="crispEdges">${lines}</g>
<g transform="translate(-8)" text-anchor="end" fill="var(--muted)">${texts}</g>${plot}${
            labels === null
              ? []
              : [
                  labelled(labels.wide, heightPx, '@max-md:hidden'),
                  labelled(labels.narrow, heightPx, '@md:hidden'),
                ]
          }`}
        />
      </div>
    </div>
  );
}

/** Rounded, so that server and browser render the same digits. */
export const percent = (fraction: number): string => `${Math.round(fraction * 10_000) / 100}%`;

const labelled = (labels: readonly AxisLabel[], topPx: number, className: string) =>
  markup`<g class="${className}">
<g transform="translate(0 ${topPx})" stroke="var(--line-strong)" shape-rendering="crispEdges">${labels.map(
    ({ at }) => markup`<line x1="${percent(at)}" x2="${percent(at)}" y2="4"/>`,
  )}</g>
<g transform="translate(0 ${topPx + 19})" text-anchor="middle" fill="var(--muted)">${labels.map(
    ({ at, text }) => markup`<text x="${percent(at)}">${text}</text>`,
  )}</g></g>`;
