'use client';

import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useReader } from '@/components/ui/reader';
import { useMedia } from '@/components/ui/use-media';
import { valueAxis } from '@/lib/view/axis-ticks';
import { type Day, type DayBar, dayBars, labelledDates } from '@/lib/view/day-bars';
import { numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { Swatch } from './chart-card';
import { AxisCaption, GRID, MARGIN, TooltipBox, verticalAxis, X_AXIS } from './plot-parts';
import { LOWER_PX } from './plot-skeleton';

const CALLS = 'var(--series-calls)';
const REFUSED = 'var(--series-refused)';

/** One bar per day; refused calls are hatched, so that they do not differ by colour alone. */
export function CallsPlot({ days }: { days: readonly Day[] }) {
  const hatchId = useId();
  const { locale } = useReader();
  const isNarrow = useMedia('(width < 40rem)');
  const { bars, max } = dayBars(days);
  const dayLabel = (date: string, style: 'day' | 'date') =>
    timeText(Date.parse(date), style, { locale, timeZone: 'UTC' });
  return (
    <figure>
      <figcaption className="sr-only">
        A bar chart of calls per day, refused ones on top. The table has the same numbers.
      </figcaption>
      <AxisCaption>Calls (count)</AxisCaption>
      <ResponsiveContainer width="100%" height={LOWER_PX}>
        <BarChart
          data={[...bars]}
          margin={MARGIN}
          barCategoryGap="20%"
          aria-label="Calls per day; arrow keys move the crosshair"
        >
          <defs>
            <pattern
              id={hatchId}
              width="4"
              height="4"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line x1="1" y1="0" x2="1" y2="4" stroke={REFUSED} strokeWidth="2" />
            </pattern>
          </defs>
          <CartesianGrid stroke={GRID} vertical={false} />
          <XAxis
            {...X_AXIS}
            dataKey="date"
            ticks={labelledDates(bars, isNarrow ? 4 : 8)}
            tickFormatter={(date: string) => dayLabel(date, 'day')}
            interval="preserveEnd"
          />
          <YAxis {...verticalAxis(valueAxis(0, max, 4), locale)} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--inset)' }}
            content={({ active, payload }) => {
              const bar = payload[0]?.payload as DayBar | undefined;
              if (!active || bar === undefined) return null;
              return (
                <TooltipBox
                  title={`${dayLabel(bar.date, 'date')} (UTC)`}
                  lines={[
                    {
                      name: 'Served',
                      value: numberText(bar.calls, locale),
                      swatch: <Swatch color={CALLS} />,
                    },
                    {
                      name: 'Refused',
                      value: numberText(bar.rejected, locale),
                      swatch: <Swatch color={REFUSED} isHatched />,
                    },
                  ]}
                />
              );
            }}
          />
          <Bar dataKey="calls" stackId="calls" fill={CALLS} maxBarSize={24} isAnimationActive={false} />
          <Bar
            dataKey="rejected"
            stackId="calls"
            fill={`url(#${hatchId})`}
            stroke={REFUSED}
            strokeWidth={1}
            maxBarSize={24}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
      <AxisCaption isRight>Days in UTC</AxisCaption>
    </figure>
  );
}
