import { DAY_MS } from '@/lib/domain/plan';
import { timeTicks, zoneOffsetMs } from '../axis-ticks';
import { type TimeZoned, timeText } from '../times';
import { timeFraction } from './line-chart';
import type { TimeSpan } from './segments';

/** A text below an axis, at a position from 0 (left) to 1 (right). */
export type AxisLabel = { readonly at: number; readonly text: string };

/** Labels at round local times: the date at midnight, otherwise the time of day. */
export function timeLabels(span: TimeSpan, countMax: number, reader: TimeZoned): AxisLabel[] {
  const { atMs, areDays } = timeTicks(span.fromMs, span.untilMs, countMax, reader.timeZone);
  return atMs.map((tick) => ({
    at: timeFraction(tick, span),
    text: timeText(tick, areDays || isMidnight(tick, reader.timeZone) ? 'day' : 'clock', reader),
  }));
}

const isMidnight = (atMs: number, timeZone: string): boolean =>
  (atMs + zoneOffsetMs(atMs, timeZone)) % DAY_MS === 0;
