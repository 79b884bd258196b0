import { InPeriod } from '@/components/charts/in-period';
import { Num, SignedNum } from '@/components/ui/num';
import { type OwnBot, TREND_MS } from '@/lib/contract/own-bots';
import { SPARKLINE, sparkline } from '@/lib/view/sparkline';

/** The servers of a bot: a small line of the last 7 days, the latest count and its change. */
export function Trend({ trend, servers, nowMs }: Pick<OwnBot, 'trend' | 'servers'> & { nowMs: number }) {
  if (trend === null || servers === null)
    return <span className="text-muted text-xs">No reports in 7 days</span>;
  const { lines, dots } = sparkline(trend);
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
          <Num value={servers.value} /> <span className="text-muted">servers</span>
        </div>
        <div className="text-muted">
          <SignedNum value={servers.by} />{' '}
          <InPeriod change={servers} fromMs={nowMs - TREND_MS} words="in 7 days" />
        </div>
      </div>
    </div>
  );
}
