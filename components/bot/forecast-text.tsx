import { TriangleAlert } from 'lucide-react';
import { Time } from '@/components/ui/time';
import type { Forecast } from '@/lib/domain/quota/forecast';
import { beforeText } from '@/lib/view/durations';

/** Whether the quota lasts until the reset, in colour if it does not; draws nothing without a forecast. */
export function ForecastText({ forecast }: { forecast: Forecast | null }) {
  if (forecast === null) return null;
  if (forecast.kind === 'lasts') return <span>At this pace the quota lasts until the reset</span>;
  const { atMs, resetAtMs } = forecast;
  return (
    <span className="text-warning">
      <TriangleAlert className="mr-1 inline size-4 align-text-bottom" />
      Runs out on <Time atMs={atMs} style="weekday" />, <span>{beforeText(resetAtMs - atMs)}</span> before the
      reset
    </span>
  );
}
