import type { DayCoverage } from '@/lib/domain/history/coverage';
import { durationText } from '@/lib/domain/text/duration';
import { numberText } from './numbers';
import { utcDateText } from './times';

/** A bar of a day: how much arrived, that nothing was received, or that all of it was planned as silence. */
export type CoverageBar = {
  readonly date: string;
  readonly look: 'full' | 'part' | 'none' | 'paused';
  readonly heightPercent: number;
  readonly title: string;
};

/** The bars of a coverage by day. A day with little is still seen. */
export const coverageBars = (days: readonly DayCoverage[]): CoverageBar[] =>
  days.map(({ date, received, expected, percentage, pausedMs }) => {
    const share = percentage ?? (received > 0 ? 100 : 0);
    const isPaused = pausedMs > 0 && expected === 0 && received === 0;
    const look = isPaused ? 'paused' : share >= 95 ? 'full' : share > 0 ? 'part' : 'none';
    return {
      date,
      look,
      heightPercent: look === 'none' || isPaused ? 100 : Math.max(8, Math.round(share)),
      title: `${utcDateText(date)}: ${numberText(received)} of ${numberText(expected)} reports${pausedMs > 0 ? `, ${durationText(pausedMs)} of planned silence` : ''}`,
    };
  });
