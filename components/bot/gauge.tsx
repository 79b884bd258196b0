import { Num, Percent } from '@/components/ui/num';
import { CRITICAL_FROM_PERCENT, WARNING_FROM_PERCENT } from '@/lib/domain/quota';
import { gaugeArc } from '@/lib/view/gauge';
import { type ApiCalls, quotaMeter } from './quota-meter';
import { quotaLook } from './status-badge';

const RADIUS = 72;

/** The quota as an arc, complete in the first HTML. Above 100 % the scale grows and the limit becomes a mark on it. */
export function Gauge({ apiCalls, isBotHealthy }: { apiCalls: ApiCalls; isBotHealthy: boolean }) {
  const { used, limit, percentage, status } = apiCalls;
  const arc = gaugeArc(percentage, [WARNING_FROM_PERCENT, CRITICAL_FROM_PERCENT], RADIUS, 8);
  const { mark } = quotaLook(status, isBotHealthy);
  return (
    <div {...quotaMeter(apiCalls)} className="relative w-44 shrink-0">
      <svg viewBox="-88 -84 176 132" className="block w-full" fill="none" aria-hidden="true">
        <path d={arc.track} stroke="var(--line)" strokeWidth="8" />
        {arc.used !== null && <path d={arc.used} stroke="currentColor" strokeWidth="8" className={mark} />}
        {arc.over !== null && <path d={arc.over} stroke="currentColor" strokeWidth="16" className={mark} />}
        {arc.marks.map(([x1, y1, x2, y2]) => (
          <line key={`${x1} ${y1}`} x1={x1} y1={y1} x2={x2} y2={y2} stroke="var(--surface)" strokeWidth="2" />
        ))}
      </svg>
      <div className="absolute inset-x-0 top-[36%] text-center">
        <div className="font-semibold text-xl">
          <Percent value={percentage} />
        </div>
        <div className="text-muted text-xs">
          <Num value={used} /> of <Num value={limit} />
        </div>
      </div>
    </div>
  );
}
