import { Drawing } from '@/components/ui/drawing';
import { Percent } from '@/components/ui/num';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { CRITICAL_FROM_PERCENT, WARNING_FROM_PERCENT } from '@/lib/domain/quota/quota';
import { gaugeArc, lineAt } from '@/lib/view/gauge';
import { markup } from '@/lib/view/markup';
import { type ApiCalls, quotaMeter } from './quota-meter';
import { quotaMark } from './state-look';

const RADIUS = 28;

const usedArc = (arc: string, width: number, mark: string) =>
  markup`<path d="${arc}" stroke="currentColor" stroke-width="${width}" class="${mark}"/>`;
const tick = ([x1, y1, x2, y2]: readonly number[], stroke: string) =>
  markup`<line x1="${x1 ?? 0}" y1="${y1 ?? 0}" x2="${x2 ?? 0}" y2="${y2 ?? 0}" stroke="${stroke}" stroke-width="2"/>`;

type GaugeProps = {
  apiCalls: ApiCalls;
  state: BotState;
  /** How much would be used now at an even pace. */
  evenPercent: number;
};

/**
 * The quota as an arc, complete in the first HTML, with notches where it warns and a tick outside for the even pace. Above
 * 100 % the scale grows and the limit becomes a mark on it.
 */
export function Gauge({ apiCalls, state, evenPercent }: GaugeProps) {
  const { percentage } = apiCalls;
  const arc = gaugeArc(percentage, [WARNING_FROM_PERCENT, CRITICAL_FROM_PERCENT], RADIUS, 3);
  const mark = quotaMark(state);
  return (
    <div
      {...quotaMeter(apiCalls)}
      title={`The tick outside is the even pace, ${Math.round(evenPercent)}%; the notches are ${WARNING_FROM_PERCENT}% and ${CRITICAL_FROM_PERCENT}%`}
      className="relative size-18 shrink-0"
    >
      <Drawing
        viewBox="-36 -36 72 72"
        className="block w-full"
        fill="none"
        aria-hidden="true"
        markup={markup`<path d="${arc.track}" stroke="var(--track)" stroke-width="6"/>${[
          ...(arc.used === null ? [] : [usedArc(arc.used, 6, mark)]),
          ...(arc.over === null ? [] : [usedArc(arc.over, 8, mark)]),
          ...arc.marks.map((line) => tick(line, 'var(--surface)')),
          tick(lineAt(evenPercent, percentage, RADIUS + 4, RADIUS + 8), 'var(--ink)'),
        ]}`}
      />
      <span className="absolute inset-0 grid place-items-center font-semibold text-sm tracking-tight">
        <Percent value={percentage} />
      </span>
    </div>
  );
}
