'use client';

import type { ReactNode } from 'react';
import type { ValueAxis } from '@/lib/view/axis-ticks';
import { axisText } from '@/lib/view/numbers';
import { CAPTION_PX } from './plot-skeleton';

/** The tick style of all charts. */
const TICK = { fontSize: 12, fill: 'var(--muted)', fontFamily: 'var(--font-geist-sans)' } as const;
export const GRID = 'var(--line)';
const AXIS_LINE = { stroke: 'var(--line-strong)' } as const;
export const CURSOR = { stroke: 'var(--muted)', strokeWidth: 1, strokeDasharray: '2 2' } as const;
export const MARGIN = { top: 8, right: 12, bottom: 0, left: 0 } as const;

/** Props of every chart's horizontal axis. */
export const X_AXIS = {
  tick: TICK,
  height: 28,
  tickSize: 4,
  axisLine: AXIS_LINE,
  tickLine: AXIS_LINE,
  minTickGap: 8,
} as const;

/** Props of every chart's vertical axis. */
export function verticalAxis({ from, to, ticks }: ValueAxis, locale: string) {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return {
    domain: [from, to],
    ticks: [...ticks],
    tickFormatter: (value: number) => axisText(value, step, locale),
    tick: TICK,
    width: 56,
    axisLine: false,
    tickLine: false,
    interval: 0,
  } as const;
}

/** The unit of an axis, above or below its chart. */
export function AxisCaption({ children, isRight = false }: { children: ReactNode; isRight?: boolean }) {
  return (
    <p
      style={{ height: CAPTION_PX }}
      className={`flex items-center gap-2 text-muted text-xs ${isRight ? 'justify-end' : ''}`}
    >
      {children}
    </p>
  );
}

/** The tooltip at the crosshair. */
export function TooltipBox({
  title,
  lines,
}: {
  title: string;
  lines: readonly { readonly name: string; readonly value: string; readonly swatch: ReactNode }[];
}) {
  return (
    <div className="rounded border border-line-strong bg-surface px-2 py-1 text-xs">
      <p className="text-muted">{title}</p>
      {lines.map(({ name, value, swatch }) => (
        <p key={name} className="flex items-center gap-2">
          {swatch}
          <span>{name}</span>
          <span className="ml-auto pl-4 font-medium">{value}</span>
        </p>
      ))}
    </div>
  );
}
