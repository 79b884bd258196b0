import { Num, Percent } from '@/components/ui/num';
import { CRITICAL_FROM_PERCENT, WARNING_FROM_PERCENT } from '@/lib/domain/quota';
import type { UsageRecord } from '@/lib/domain/usage-record';
import { gaugeArc } from '@/lib/view/gauge';
import { STATUS_LOOK } from './status-badge';

type ApiCalls = UsageRecord['usage']['apiCalls'];

const RADIUS = 72;

/** The quota as an arc, whole in the first HTML. Beyond 100 % the scale grows and the limit becomes a mark within it. */
export function Gauge({ used, limit, percentage, status }: ApiCalls) {
  const arc = gaugeArc(percentage, [WARNING_FROM_PERCENT, CRITICAL_FROM_PERCENT], RADIUS, 8);
  const { word, mark } = STATUS_LOOK[status];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the meter element cannot be drawn as this
    <div
      role="meter"
      aria-label="Calls used in this cycle"
      aria-valuemin={0}
      aria-valuemax={Math.max(limit, used)}
      aria-valuenow={used}
      aria-valuetext={`${used} of ${limit} calls used, ${percentage} percent: ${word}`}
      className="relative w-44 shrink-0"
    >
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
