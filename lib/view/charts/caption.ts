import { durationText } from '../durations';
import type { Sampling } from './segments';

/** Tells what a point is, so that the distance of points cannot be taken for the bot's rate of reports. */
export const pointsCaption = ({ intervalMs, bucketMs }: Sampling): string =>
  bucketMs <= intervalMs
    ? 'One point per report'
    : `One point per ${durationText(bucketMs)}: its last report; the band is lowest to highest`;
