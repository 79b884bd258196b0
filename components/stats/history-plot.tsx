'use client';

import { useId, useMemo } from 'react';
import { useReader } from '@/components/ui/reader';
import { useMedia } from '@/components/ui/use-media';
import { timeTicks, valueAxis } from '@/lib/view/axis-ticks';
import { bucketFor, downsample } from '@/lib/view/downsample';
import { durationText } from '@/lib/view/durations';
import { chartPoints, extentOf, gapMs } from '@/lib/view/series';
import type { HistoryCardProps } from './history-card';
import { LinePlot } from './line-plot';
import { AxisCaption } from './plot-parts';
import { LOWER_PX, UPPER_PX } from './plot-skeleton';

/** More points than this are not told apart by a reader, and slow to draw. */
const POINTS_MAX = 1_200;

type HistoryPlotProps = Pick<
  HistoryCardProps,
  'points' | 'fromMs' | 'nowMs' | 'intervalMs' | 'bucketMs' | 'botId'
>;

/** Servers above, users below: a scale for each, one time axis and one crosshair for both. */
export function HistoryPlot({ points, fromMs, nowMs, intervalMs, bucketMs }: HistoryPlotProps) {
  const { timeZone } = useReader();
  const syncId = useId();
  const isNarrow = useMedia('(width < 40rem)');
  const isThinned = points.length > POINTS_MAX;
  const ownBucketMs = isThinned ? bucketFor(nowMs - fromMs, POINTS_MAX) : bucketMs;

  const shown = useMemo(
    () => (isThinned ? downsample(points, ownBucketMs) : points),
    [points, isThinned, ownBucketMs],
  );
  const drawn = useMemo(
    () => chartPoints(shown, gapMs(intervalMs, ownBucketMs)),
    [shown, intervalMs, ownBucketMs],
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
        {bucketMs > intervalMs && `, one report every ${durationText(ownBucketMs)}`}
      </AxisCaption>
    </figure>
  );
}
