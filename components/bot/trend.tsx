import { InPeriod } from '@/components/charts/in-period';
import { Sparkline } from '@/components/charts/sparkline';
import { Num, SignedNum } from '@/components/ui/num';
import { type OwnBot, TREND_MS } from '@/lib/contract/own-bots';

/** The servers of a bot: a small line of the last 7 days, the latest count and its change. */
export function Trend({ trend, servers, nowMs }: Pick<OwnBot, 'trend' | 'servers'> & { nowMs: number }) {
  if (trend === null || servers === null)
    return <span className="text-muted text-xs">No reports in 7 days</span>;
  return (
    <div className="flex items-center gap-3">
      <Sparkline trend={trend} color="var(--series-servers)" />
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
