import type { Annotations, ChartMark } from '@/lib/contract/bot-view';
import type { Mark } from '@/lib/domain/history/mark';
import type { History } from '@/lib/ports/ports';

/** More marks would hide a chart. */
const DRAWN_MAX = 100;

/** The newest marks of a stretch of a bot’s history, and its planned silences; `null` if there are none. */
export async function annotationsIn(
  marks: History['marks'],
  botId: string,
  span: { readonly fromMs: number; readonly untilMs: number },
): Promise<Annotations | null> {
  const found = await marks.annotations(botId, span, DRAWN_MAX);
  return found.marks.length + found.pauses.length === 0
    ? null
    : { marks: found.marks.map(chartMark), pauses: found.pauses };
}

/** Those of a shorter stretch of time; `null` if there are none. */
export function annotationsWithin(
  all: Annotations | null,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Annotations | null {
  const marks = all?.marks.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs) ?? [];
  const pauses = all?.pauses.filter((pause) => pause.untilMs > fromMs && pause.fromMs < untilMs) ?? [];
  return marks.length + pauses.length === 0 ? null : { marks, pauses };
}

const chartMark = ({ atMs, kind, text }: Mark): ChartMark => ({ atMs, type: kind, text });
