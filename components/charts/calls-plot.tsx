'use client';

import { useRouter } from 'next/navigation';
import { type MouseEvent, useId } from 'react';
import { Drawing } from '@/components/ui/drawing';
import { useReader } from '@/components/ui/reader';
import { barChart, type DayQuota, servedPath } from '@/lib/view/charts/bar-chart';
import { type Day, type DayBars, labelledDates } from '@/lib/view/day-bars';
import { type Markup, markup } from '@/lib/view/markup';
import { estimateText, numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { Crosshair } from './crosshair';
import { PlotFrame, percent } from './plot-frame';
import { CAPTION_PX } from './plot-size';
import { Swatch } from './swatch';

const CALLS = 'var(--series-calls)';
const REFUSED = 'var(--series-refused)';
const HEIGHT_PX = 120;
const QUOTA_LINE = markup`stroke="var(--ink)" stroke-dasharray="6 4" pointer-events="none"`;
const CYCLE_LINE = markup`stroke="var(--ink)" stroke-dasharray="1 3" stroke-width="2" pointer-events="none"`;

type CallsPlotProps = {
  days: DayBars;
  quota: DayQuota;
  /** The page with a day's refused calls; `null` if it has none. */
  refusedHrefOf: (day: Day) => string | null;
};

/** One bar per day; refused calls are hatched, so that they do not differ by colour alone, and lead to their reasons. */
export function CallsPlot({ days, quota, refusedHrefOf }: CallsPlotProps) {
  const router = useRouter();
  const hatchId = useId();
  const { locale } = useReader();
  const { axis, bars, quotaTop, cycleStart } = barChart(days, HEIGHT_PX, quota);
  const dayText = (date: string, style: 'day' | 'date') =>
    timeText(Date.parse(date), style, { locale, timeZone: 'UTC' });
  const hrefAt = (index: number) => {
    const day = days.bars[index];
    return day ? refusedHrefOf(day) : null;
  };
  const openDay = (index: number) => {
    const href = hrefAt(index);
    if (href !== null) router.push(href);
  };
  const openRefused = ({ target }: MouseEvent) => {
    const index = target instanceof Element ? target.getAttribute('data-bar') : null;
    if (index !== null) openDay(Number(index));
  };
  const refusedBars = bars.map(({ left, width, refused }) =>
    refused.height === 0
      ? markup``
      : markup`<rect x="${percent(left)}" width="${percent(width)}" y="${refused.top}" height="${refused.height}"/>`,
  );
  /** The whole column leads to the day's refused calls: the bar alone can be 3 px high. */
  const columns = bars.map(({ left, width }, index) =>
    hrefAt(index) === null
      ? markup``
      : markup`<rect x="${percent(left)}" width="${percent(width)}" height="${HEIGHT_PX}" fill="none" pointer-events="all" class="cursor-pointer" data-bar="${index}"/>`,
  );
  const start =
    cycleStart === null
      ? ''
      : markup`<line x1="${percent(cycleStart)}" x2="${percent(cycleStart)}" y2="${HEIGHT_PX}" ${CYCLE_LINE}/>`;
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
        onOpen={{ what: 'Enter shows why calls of the day were refused', open: openDay }}
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
          onClick={openRefused}
          plot={markup`<pattern id="${hatchId}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<line x1="1" y1="0" x2="1" y2="4" stroke="${REFUSED}" stroke-width="2"/></pattern>
<svg viewBox="0 0 10000 ${HEIGHT_PX}" preserveAspectRatio="none" height="${HEIGHT_PX}" aria-hidden="true">
<path d="${servedPath(bars)}" fill="${CALLS}"/></svg>
<g fill="url(#${hatchId})" stroke="${REFUSED}">${refusedBars}</g>
<line x2="100%" y1="${quotaTop}" y2="${quotaTop}" ${QUOTA_LINE}/>${start}${columns}`}
        />
      </Crosshair>
      <figcaption className="flex flex-wrap justify-end gap-x-4 pt-1 text-muted text-xs">
        <span>One bar per day in UTC.</span>
        <span className="flex items-center gap-2">
          <Sample line={QUOTA_LINE} />
          <span>{`${estimateText(quota.callsPerDay, locale)} calls per day use up the quota`}</span>
        </span>
        {cycleStart !== null && (
          <span className="flex items-center gap-2">
            <Sample line={CYCLE_LINE} />
            Start of the cycle
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** A piece of a line beside its meaning. */
const Sample = ({ line }: { line: Markup }) => (
  <Drawing
    className="h-2 w-6 shrink-0"
    aria-hidden="true"
    markup={markup`<line x2="100%" y1="50%" y2="50%" ${line}/>`}
  />
);
