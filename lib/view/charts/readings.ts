import type { SeriesPoint } from '@/lib/domain/history/summary';
import { durationText } from '@/lib/domain/text/duration';
import { numberText } from '../numbers';
import { type TimeZoned, timeText, utcDateText } from '../times';
import type { Measure } from './chart';

/** What charts say in words. */

/** The lowest and the highest value of all reports of a range, not only of the points drawn; `null` without reports. */
export const extremesOf = (points: readonly SeriesPoint[], count: Measure['count']) =>
  points.length === 0
    ? null
    : points.reduce(
        ({ min, max }, point) => ({
          min: Math.min(min, point.min[count]),
          max: Math.max(max, point.max[count]),
        }),
        { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
      );

/** `min 1,180, max 1,304` of a point of several reports; `null` if they are all the same. */
export function extentText({ min, max }: SeriesPoint, count: Measure['count']): string | null {
  const [lowest, highest] = [min[count], max[count]];
  if (lowest === highest) return null;
  return `min ${numberText(lowest)}, max ${numberText(highest)}`;
}

/** The time of a point's report, and how many reports it stands for. */
export function pointTitle({ atMs, reports }: SeriesPoint, reader: TimeZoned): string {
  const time = timeText(atMs, 'second', reader);
  return reports === 1 ? time : `${time}, last of ${numberText(reports)} reports`;
}

/** `Nov 26, 2026 (UTC)` */
export const dayTitle = ({ date }: { readonly date: string }): string => `${utcDateText(date)} (UTC)`;

/** How often a bot may report, and how much time one point covers. */
type Sampling = { readonly intervalMs: number; readonly bucketMs: number };

/** Says what a point is, so that the distance of points cannot be taken for the bot's rate of reports. */
export const pointsCaption = ({ intervalMs, bucketMs }: Sampling): string =>
  bucketMs <= intervalMs
    ? 'One point per report'
    : `One point per ${durationText(bucketMs)}: its last report; the band is lowest to highest`;

/** `1 gap`, `2 gaps`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
