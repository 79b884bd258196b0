import { CYCLE_MS } from '@/lib/domain/quota/days';
import { callsADay, type Forecast, type Pace } from '@/lib/domain/quota/forecast';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { numberText } from '../numbers';
import { type TimeZoned, timeText } from '../times';
import type { BurnUpInput, Series } from './chart';

type Cycle = {
  /** The counted calls of each UTC day, at least of all that begin in the cycle. */
  readonly days: readonly { readonly date: string; readonly calls: number }[];
  readonly used: number;
  readonly limit: number;
  readonly resetAtMs: number;
  readonly nowMs: number;
  readonly pace: Pace | null;
  readonly forecast: Forecast | null;
  /** The last change of the plan. */
  readonly planSinceMs: number | null;
  /** Of the quota. */
  readonly color: string;
};

/** The calls of the cycle from its start until now. Counts are kept by the UTC day, so they are known at each midnight. */
export function burnUp(cycle: Cycle): BurnUpInput {
  const { days, used, limit, resetAtMs, nowMs, pace, forecast, planSinceMs, color } = cycle;
  const startMs = resetAtMs - CYCLE_MS;
  let later = 0;
  const midnights = days.toReversed().map(({ date, calls }) => {
    later += calls;
    return { atMs: Date.parse(date), used: Math.max(0, used - later) };
  });
  return {
    kind: 'burn-up',
    series: seriesOf(color),
    points: [
      { atMs: startMs, used: 0 },
      ...midnights.filter(({ atMs }) => atMs > startMs && atMs < nowMs).reverse(),
      { atMs: nowMs, used },
    ],
    limit,
    limitSinceMs: planSinceMs !== null && planSinceMs > startMs ? planSinceMs : null,
    resetAtMs,
    end:
      pace === null || forecast === null
        ? null
        : forecast.kind === 'runs-out'
          ? { atMs: Math.max(nowMs, forecast.atMs), used: limit, isLimit: true }
          : { atMs: resetAtMs, used: Math.min(limit, atReset(cycle, pace)), isLimit: false },
  };
}

const seriesOf = (color: string): Series[] => [
  { key: 'used', name: 'Used', color, kind: 'line' },
  { key: 'forecast', name: 'At the recent pace', color, kind: 'forecast' },
  { key: 'before', name: 'Even pace', color: 'var(--series-before)', kind: 'before' },
];

const atReset = ({ used, resetAtMs, nowMs }: Cycle, pace: Pace): number =>
  used + Math.round((callsADay(pace) * (resetAtMs - nowMs)) / DAY_MS);

/** The part of the cycle that has passed: so much of the quota would be used at an even pace. */
export const evenShare = (resetAtMs: number, nowMs: number): number =>
  (nowMs - (resetAtMs - CYCLE_MS)) / CYCLE_MS;

/** What would be used now at an even pace. */
export const evenPace = (
  { limit, resetAtMs }: Pick<BurnUpInput, 'limit' | 'resetAtMs'>,
  nowMs: number,
): number => Math.round(limit * evenShare(resetAtMs, nowMs));

/** Where the recent pace leads to: `About 43,420 at the reset` or `Used up on Nov 28, 11:00`; `null` without a pace. */
export function endText({ end }: BurnUpInput, reader: TimeZoned): string | null {
  if (end === null) return null;
  return end.isLimit
    ? `Used up at about ${timeText(end.atMs, 'minute', reader)}`
    : `About ${numberText(end.used)} at the reset`;
}

/** The whole picture in a sentence. */
export function burnUpText(input: BurnUpInput, reader: TimeZoned): string {
  const { points, limit, resetAtMs } = input;
  const now = points.at(-1) ?? { atMs: 0, used: 0 };
  return [
    `Quota this cycle: ${numberText(now.used)} of ${numberText(limit)} calls used`,
    `${numberText(evenPace(input, now.atMs))} at an even pace`,
    ...[endText(input, reader)].filter((text) => text !== null),
    `reset on ${timeText(resetAtMs, 'minute', reader)}`,
  ].join(', ');
}
