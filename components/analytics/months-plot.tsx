'use client';

import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useReader } from '@/components/ui/reader';
import type { MonthPoint } from '@/lib/view/analytics';
import { axisText, numberText } from '@/lib/view/numbers';
import { AXIS, GRID, TOOLTIP } from './plot-style';

/** Months as bars from the lowest to the highest value, with the last values as a line. */
export function MonthsPlot({ points, color }: { points: readonly MonthPoint[]; color: string }) {
  const { locale } = useReader();
  const text = (value: unknown) =>
    Array.isArray(value)
      ? value.map((part) => numberText(Number(part), locale)).join(' to ')
      : numberText(Number(value), locale);
  return (
    <div className="h-52" aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={[...points]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid {...GRID} />
          <XAxis dataKey="month" {...AXIS} minTickGap={8} tickFormatter={(month: string) => month.slice(2)} />
          <YAxis
            {...AXIS}
            width={52}
            domain={['auto', 'auto']}
            tickFormatter={(value: number) => axisText(value, 1, locale)}
          />
          <Tooltip {...TOOLTIP} formatter={text} />
          <Bar
            dataKey="range"
            name="Lowest to highest"
            fill={color}
            fillOpacity={0.3}
            isAnimationActive={false}
          />
          <Line dataKey="last" name="Last" stroke={color} dot={{ r: 2 }} isAnimationActive={false} />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
