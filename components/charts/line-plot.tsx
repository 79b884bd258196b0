'use client';

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useReader } from '@/components/ui/reader';
import type { TimeTicks, ValueAxis } from '@/lib/view/axis-ticks';
import { numberText } from '@/lib/view/numbers';
import type { ChartPoint, Measure } from '@/lib/view/series';
import { timeText } from '@/lib/view/times';
import { Swatch } from './chart-card';
import { CURSOR, GRID, MARGIN, TooltipBox, verticalAxis, X_AXIS } from './plot-parts';

const DAY_MS = 86_400_000;

type LinePlotProps = {
  points: readonly ChartPoint[];
  measure: Measure;
  name: string;
  color: string;
  axis: ValueAxis;
  time: TimeTicks;
  fromMs: number;
  untilMs: number;
  /** Charts with the same id share their crosshair. */
  syncId: string;
  heightPx: number;
  hasTimeLabels: boolean;
};

/** One series over time: straight lines, interrupted at gaps; a single report between gaps is a dot. */
export function LinePlot({
  points,
  measure,
  name,
  color,
  axis,
  time,
  fromMs,
  untilMs,
  syncId,
  heightPx,
  hasTimeLabels,
}: LinePlotProps) {
  const reader = useReader();
  const tickText = (atMs: number) =>
    timeText(atMs, time.stepMs >= DAY_MS || isMidnight(atMs, reader.timeZone) ? 'day' : 'clock', reader);
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <LineChart
        data={[...points]}
        syncId={syncId}
        margin={MARGIN}
        aria-label={`${name} over time; arrow keys move the crosshair`}
      >
        <CartesianGrid stroke={GRID} vertical={false} />
        <XAxis
          {...X_AXIS}
          dataKey="atMs"
          type="number"
          scale="time"
          domain={[fromMs, untilMs]}
          ticks={[...time.atMs]}
          tickFormatter={tickText}
          interval="preserveStart"
          {...(!hasTimeLabels && { tick: false, height: 12 })}
        />
        <YAxis {...verticalAxis(axis, reader.locale)} />
        <Tooltip
          isAnimationActive={false}
          cursor={CURSOR}
          content={({ active, payload }) => {
            const point = payload[0]?.payload as ChartPoint | undefined;
            const value = point?.[measure] ?? null;
            if (!active || point === undefined || value === null) return null;
            return (
              <TooltipBox
                title={timeText(point.atMs, 'second', reader)}
                lines={[{ name, value: numberText(value, reader.locale), swatch: <Swatch color={color} /> }]}
              />
            );
          }}
        />
        <Line
          dataKey={measure}
          name={name}
          type="linear"
          stroke={color}
          strokeWidth={1.5}
          isAnimationActive={false}
          connectNulls={false}
          activeDot={{ r: 3, fill: color, stroke: 'var(--surface)', strokeWidth: 1 }}
          dot={({ cx, cy, payload, index }) =>
            (payload as ChartPoint).isAlone ? (
              <circle key={index} cx={cx} cy={cy} r={2} fill={color} />
            ) : (
              <g key={index} />
            )
          }
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

function isMidnight(atMs: number, timeZone: string): boolean {
  return timeText(atMs, 'clock', { locale: 'en-GB', timeZone }) === '00:00';
}
