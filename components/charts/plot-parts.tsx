'use client';

import type { ReactNode } from 'react';
import { CAPTION_PX } from './plot-skeleton';

/** The tick style of all charts. */
export const TICK = { fontSize: 12, fill: 'var(--muted)', fontFamily: 'var(--font-geist-sans)' } as const;
export const GRID = 'var(--line)';
export const AXIS_LINE = { stroke: 'var(--line-strong)' } as const;
export const CURSOR = { stroke: 'var(--muted)', strokeWidth: 1, strokeDasharray: '2 2' } as const;
export const Y_AXIS_PX = 56;

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
  lines: readonly { readonly name: string; readonly value: string; readonly sign: ReactNode }[];
}) {
  return (
    <div className="rounded border border-line-strong bg-surface px-2 py-1 text-xs">
      <p className="text-muted">{title}</p>
      {lines.map(({ name, value, sign }) => (
        <p key={name} className="flex items-center gap-2">
          {sign}
          <span>{name}</span>
          <span className="ml-auto pl-4 font-medium">{value}</span>
        </p>
      ))}
    </div>
  );
}
