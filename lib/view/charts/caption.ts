import { durationText } from '@/lib/domain/text/duration';

/** How often a bot may report, and how much time one point covers. */
export type Sampling = { readonly intervalMs: number; readonly bucketMs: number };

/** Says what a point is, so that the distance of points cannot be taken for the bot's rate of reports. */
export const pointsCaption = ({ intervalMs, bucketMs }: Sampling): string =>
  bucketMs <= intervalMs
    ? 'One point per report'
    : `One point per ${durationText(bucketMs)}: its last report; the band is lowest to highest`;

/** `1 gap`, `2 gaps`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
