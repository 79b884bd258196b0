import type { ChartMark, Explained } from '@/lib/contract/bot-view';
import type { Mark } from '@/lib/domain/history/mark';
import type { MarkReads } from '@/lib/ports/marks';

/** More marks would hide a chart. */
const DRAWN_MAX = 100;

/** What explains a stretch of a bot's history: the newest marks, and the planned silences; `null` if there is nothing. */
export async function explainedIn(
  marks: MarkReads,
  botId: string,
  span: { readonly fromMs: number; readonly untilMs: number },
): Promise<Explained | null> {
  const found = await marks.explained(botId, span, DRAWN_MAX);
  return found.marks.length + found.pauses.length === 0
    ? null
    : { marks: found.marks.map(chartMark), pauses: found.pauses };
}

/** Of that, what belongs to a stretch of time; `null` if nothing does. */
export function explainedWithin(
  all: Explained | null,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Explained | null {
  const marks = all?.marks.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs) ?? [];
  const pauses = all?.pauses.filter((pause) => pause.untilMs > fromMs && pause.fromMs < untilMs) ?? [];
  return marks.length + pauses.length === 0 ? null : { marks, pauses };
}

const chartMark = ({ atMs, kind, text }: Mark): ChartMark => ({ atMs, type: kind, text });
