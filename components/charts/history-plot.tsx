'use client';

import { useId, useMemo } from 'react';
import { useReader } from '@/components/ui/reader';
import { useMedia } from '@/components/ui/use-media';
import type { SeriesPoint } from '@/lib/domain/history';
import { timeTicks, valueAxis } from '@/lib/view/axis-ticks';
import { durationText } from '@/lib/view/durations';
import { chartPoints, extentOf, gapMs } from '@/lib/view/series';
import { LinePlot } from './line-plot';
import { AxisCaption } from './plot-parts';
import { LOWER_PX, UPPER_PX } from './plot-skeleton';

export type HistoryPlotProps = {
  /** Oldest first. */
  points: readonly SeriesPoint[];
  fromMs: number;
  /** The end of the axis: the server's clock. */
  nowMs: number;
  intervalMs: number;
  /** The minimum distance of points, if the server aggregated them. */
  bucketMs: number;
};

/** Servers above, users below: separate scales, a shared time axis and crosshair. */
export function HistoryPlot({ points, fromMs, nowMs, intervalMs, bucketMs }: HistoryPlotProps) {
  const { timeZone } = useReader();
  const syncId = useId();
  const isNarrow = useMedia('(width < 40rem)');
  const drawn = useMemo(
    () => chartPoints(points, gapMs(intervalMs, bucketMs)),
    [points, intervalMs, bucketMs],
  );
  const servers = extentOf(points, 'serverCount');
  const users = extentOf(points, 'userCount');
  const time = timeTicks(fromMs, nowMs, isNarrow ? 4 : 8, timeZone);
  const shared = { points: drawn, syncId, time, fromMs, untilMs: nowMs };
  return (
    <figure>
      <figcaption className="sr-only">
        Two line charts on one time axis: servers above, users below. The table has the same numbers.
      </figcaption>
      <AxisCaption>Servers (count)</AxisCaption>
      <LinePlot
        {...shared}
        measure="serverCount"
        name="Servers"
        color="var(--series-servers)"
        axis={valueAxis(servers?.min ?? 0, servers?.max ?? 0, 4)}
        heightPx={UPPER_PX}
        hasTimeLabels={false}
      />
      <AxisCaption>Users (count)</AxisCaption>
      <LinePlot
        {...shared}
        measure="userCount"
        name="Users"
        color="var(--series-users)"
        axis={valueAxis(users?.min ?? 0, users?.max ?? 0, 4)}
        heightPx={LOWER_PX}
        hasTimeLabels
      />
      <AxisCaption isRight>
        Time in {timeZone.replaceAll('_', ' ')}
        {bucketMs > intervalMs && `, one report every ${durationText(bucketMs)}`}
      </AxisCaption>
    </figure>
  );
}
