'use client';

import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useReader } from '@/components/ui/reader';
import type { Bar as BarValue } from '@/lib/view/analytics';
import { axisText, signedText } from '@/lib/view/numbers';
import { AXIS, GRID, TOOLTIP } from './plot-style';

const BEFORE_OPACITY = 0.4;

type BarsPlotProps = {
  bars: readonly BarValue[];
  color: string;
  /** What the bars are, for the tooltip. */
  name: string;
  beforeName?: string;
};

/** Changes as bars from zero, beside those of the period before if there are any. The table has the numbers. */
export function BarsPlot({ bars, color, name, beforeName }: BarsPlotProps) {
  const { locale } = useReader();
  const hasBefore = bars.some(({ before }) => before !== null);
  return (
    <div aria-hidden="true">
      {hasBefore && beforeName !== undefined && (
        <p className="flex flex-wrap gap-x-4 pb-1 text-muted text-xs">
          <Legend color={color} opacity={1} name={name} />
          <Legend color={color} opacity={BEFORE_OPACITY} name={beforeName} />
        </p>
      )}
      <div className="h-52">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={[...bars]}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid {...GRID} />
            <XAxis dataKey="name" {...AXIS} interval={0} tickFormatter={shortName} />
            <YAxis {...AXIS} width={52} tickFormatter={(value: number) => axisText(value, 1, locale)} />
            <Tooltip {...TOOLTIP} formatter={(value) => signedText(Number(value), locale)} />
            <ReferenceLine y={0} stroke="var(--line-strong)" />
            {hasBefore && beforeName !== undefined && (
              <Bar
                dataKey="before"
                name={beforeName}
                fill={color}
                fillOpacity={BEFORE_OPACITY}
                isAnimationActive={false}
              />
            )}
            <Bar dataKey="value" name={name} fill={color} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function Legend({ color, opacity, name }: { color: string; opacity: number; name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg viewBox="0 0 12 12" className="size-3" opacity={opacity} aria-hidden="true">
        <rect width="12" height="12" rx="2" fill={color} />
      </svg>
      {name}
    </span>
  );
}

/** `Mon`, and `24 hours` as it is. */
const shortName = (name: string): string => (name.endsWith('day') ? name.slice(0, 3) : name);
