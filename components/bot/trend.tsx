import { Num, SignedNum } from '@/components/ui/num';
import type { Trend as TrendPoints } from '@/lib/contract/own-bots';
import { SPARKLINE, sparkline } from '@/lib/view/sparkline';

/** The servers of a bot: a small line of the last 7 days, the latest count and its change. */
export function Trend({ trend }: { trend: TrendPoints | null }) {
  if (trend === null) return <span className="text-muted text-xs">No reports in 7 days</span>;
  const { lines, dots, last, change } = sparkline(trend);
  return (
    <div className="flex items-center gap-3">
      <svg
        viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
        preserveAspectRatio="none"
        className="h-6 w-20 shrink-0 overflow-visible"
        fill="none"
        stroke="var(--series-servers)"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={lines} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
        <path d={dots} strokeWidth="4" vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="min-w-0 text-xs">
        <div>
          <Num value={last} /> <span className="text-muted">servers</span>
        </div>
        {change !== null && (
          <div className="text-muted">
            <SignedNum value={change} /> in 7 days
          </div>
        )}
      </div>
    </div>
  );
}
