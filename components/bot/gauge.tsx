import { Drawing } from '@/components/ui/drawing';
import { Num, Percent } from '@/components/ui/num';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { CRITICAL_FROM_PERCENT, WARNING_FROM_PERCENT } from '@/lib/domain/quota/quota';
import { gaugeArc } from '@/lib/view/gauge';
import { markup } from '@/lib/view/markup';
import { type ApiCalls, quotaMeter } from './quota-meter';
import { quotaMark } from './state-look';

const RADIUS = 72;

const usedArc = (arc: string, width: number, mark: string) =>
  markup`<path d="${arc}" stroke="currentColor" stroke-width="${width}" class="${mark}"/>`;

/** The quota as an arc, complete in the first HTML. Above 100 % the scale grows and the limit becomes a mark on it. */
export function Gauge({ apiCalls, state }: { apiCalls: ApiCalls; state: BotState }) {
  const { used, limit, percentage } = apiCalls;
  const arc = gaugeArc(percentage, [WARNING_FROM_PERCENT, CRITICAL_FROM_PERCENT], RADIUS, 8);
  const mark = quotaMark(state);
  return (
    <div {...quotaMeter(apiCalls)} className="relative w-44 shrink-0">
      <Drawing
        viewBox="-88 -84 176 132"
        className="block w-full"
        fill="none"
        aria-hidden="true"
        markup={markup`<path d="${arc.track}" stroke="var(--line)" stroke-width="8"/>${[
          ...(arc.used === null ? [] : [usedArc(arc.used, 8, mark)]),
          ...(arc.over === null ? [] : [usedArc(arc.over, 16, mark)]),
          ...arc.marks.map(
            ([x1, y1, x2, y2]) =>
              markup`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="var(--surface)" stroke-width="2"/>`,
          ),
        ]}`}
      />
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
