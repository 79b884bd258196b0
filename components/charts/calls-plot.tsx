'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useReader } from '@/components/ui/reader';
import { barChart } from '@/lib/view/charts/bar-chart';
import { type Day, type DayBars, labelledDates } from '@/lib/view/day-bars';
import { numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { Crosshair } from './crosshair';
import { PlotFrame } from './plot-frame';
import { CAPTION_PX } from './plot-size';
import { Swatch } from './swatch';

const CALLS = 'var(--series-calls)';
const REFUSED = 'var(--series-refused)';
const HEIGHT_PX = 120;

type CallsPlotProps = {
  days: DayBars;
  /** The page with a day's refused calls; `null` if it has none. */
  refusedHrefOf: (day: Day) => string | null;
};

/** One bar per day; refused calls are hatched, so that they do not differ by colour alone, and lead to their reasons. */
export function CallsPlot({ days, refusedHrefOf }: CallsPlotProps) {
  const router = useRouter();
  const hatchId = useId();
  const { locale } = useReader();
  const { axis, bars } = barChart(days, HEIGHT_PX);
  const dayText = (date: string, style: 'day' | 'date') =>
    timeText(Date.parse(date), style, { locale, timeZone: 'UTC' });
  /** For pointers only. */
  const clickAt = (index: number) => {
    const day = days.bars[index];
    const href = day && refusedHrefOf(day);
    return href ? { className: 'cursor-pointer', onClick: () => router.push(href) } : {};
  };
  const labels = (countMax: number) => {
    const labelled = new Set(labelledDates(days.bars, countMax));
    return bars
      .filter(({ date }) => labelled.has(date))
      .map(({ date, middle }) => ({ at: middle, text: dayText(date, 'day') }));
  };
  return (
    <figure>
      <Crosshair
        label="Calls per day"
        ids={bars.map(({ date }) => Date.parse(date))}
        positions={bars.map(({ middle }) => middle)}
        topPx={CAPTION_PX}
        bottomPx={CAPTION_PX + HEIGHT_PX}
        readingAt={(index) => {
          const day = days.bars[index];
          if (day === undefined) return null;
          const line = (name: string, value: number, color: string, isHatched: boolean) => ({
            name,
            value: numberText(value, locale),
            detail: null,
            swatch: <Swatch color={color} isHatched={isHatched} />,
          });
          return {
            title: `${dayText(day.date, 'date')} (UTC)`,
            lines: [line('Served', day.calls, CALLS, false), line('Refused', day.rejected, REFUSED, true)],
          };
        }}
      >
        <PlotFrame
          caption="Calls"
          label="Calls per day, refused ones on top"
          axis={axis}
          heightPx={HEIGHT_PX}
          labels={{ wide: labels(8), narrow: labels(4) }}
        >
          <pattern
            id={hatchId}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="1" y1="0" x2="1" y2="4" stroke={REFUSED} strokeWidth="2" />
          </pattern>
          {bars.map(({ date, left, width, served, refused }, index) => (
            <g key={date}>
              <rect
                x={percent(left)}
                width={percent(width)}
                y={served.top}
                height={served.height}
                fill={CALLS}
              />
              {refused.height > 0 && (
                <rect
                  x={percent(left)}
                  width={percent(width)}
                  y={refused.top}
                  height={refused.height}
                  fill={`url(#${hatchId})`}
                  stroke={REFUSED}
                  {...clickAt(index)}
                />
              )}
            </g>
          ))}
        </PlotFrame>
      </Crosshair>
      <figcaption className="pt-1 text-right text-muted text-xs">One bar per day in UTC.</figcaption>
    </figure>
  );
}

/** Rounded, so that server and browser render the same digits. */
const percent = (fraction: number): string => `${Math.round(fraction * 10_000) / 100}%`;
