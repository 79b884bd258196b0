import type { SeriesPoint } from '@/lib/domain/history/summary';
import { numberText } from '../numbers';
import { type TimeZoned, timeText } from '../times';
import type { Measure } from './chart';

/** `min 1,180, max 1,304` of a point of several reports; `null` if they are all the same. */
export function extentText({ min, max }: SeriesPoint, measure: Measure, locale: string): string | null {
  const [lowest, highest] = [min[measure], max[measure]];
  if (lowest === highest) return null;
  return `min ${numberText(lowest, locale)}, max ${numberText(highest, locale)}`;
}

/** The time of a point's report, and how many reports it stands for. */
export function pointTitle({ atMs, reports }: SeriesPoint, reader: TimeZoned): string {
  const time = timeText(atMs, 'second', reader);
  return reports === 1 ? time : `${time}, last of ${numberText(reports, reader.locale)} reports`;
}
