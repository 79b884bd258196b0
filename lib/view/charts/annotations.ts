import type { Annotations } from '@/lib/contract/bot-view';
import type { StoredPoint } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { isoTime } from '@/lib/domain/text/time';
import { markText, pauseText } from '../event-words';
import { type TimeZoned, timeText, UTC } from '../times';
import type { Chart } from './chart';

/** Marks and planned silences within a stretch of an axis of time. */
export function annotationsOn(
  annotations: Annotations | null,
  fromMs: number,
  untilMs: number,
): Pick<Chart, 'marks' | 'pauses'> {
  const { marks, pauses } = annotations ?? { marks: [], pauses: [] };
  return {
    marks: marks.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs).map(({ atMs }) => ({ at: atMs })),
    pauses: pauses
      .filter((pause) => pause.untilMs > fromMs && pause.fromMs < untilMs)
      .map((pause) => ({ from: Math.max(fromMs, pause.fromMs), until: Math.min(untilMs, pause.untilMs) })),
  };
}

/** What stands between the points of a history: a mark, or a planned silence at its start. `untilMs` is its end. */
export type AnnotationRow = { readonly atMs: number; readonly text: string; readonly untilMs: number | null };

const rowsOf = (annotations: Annotations | null): AnnotationRow[] => [
  ...(annotations?.marks ?? []).map((mark) => ({ atMs: mark.atMs, text: markText(mark), untilMs: null })),
  ...(annotations?.pauses ?? []).map(({ fromMs, untilMs, reason }) => ({
    atMs: fromMs,
    text: pauseText(reason),
    untilMs,
  })),
];

/** Points and what stands between them, newest first. */
export const withMarks = (points: readonly StoredPoint[], annotations: Annotations | null) =>
  annotations === null ? points : [...points, ...rowsOf(annotations)].sort((a, b) => b.atMs - a.atMs);

/** What stands before each point, oldest first, after the one before it; what is after the last one stands at it. */
export function annotationsBefore(points: readonly StoredPoint[], annotations: Annotations): string[] {
  const texts = points.map((): string[] => []);
  for (const { atMs, text, untilMs } of rowsOf(annotations).sort((a, b) => a.atMs - b.atMs)) {
    const next = points.findIndex((point) => point.atMs >= atMs);
    const end = untilMs === null ? '' : ` until ${isoTime(untilMs)}`;
    texts[next === -1 ? points.length - 1 : next]?.push(`${isoTime(atMs)} ${text}${end}`);
  }
  return texts.map((of) => of.join('; '));
}

/** The annotations of a stretch of time as lines of a reading: the marks in it and the planned silences that reach into it. */
export const annotationLines = (
  annotations: Annotations | null | undefined,
  isIn: (atMs: number) => boolean,
  isPaused: (pause: { readonly fromMs: number; readonly untilMs: number }) => boolean,
  reader: TimeZoned,
) => [
  ...(annotations?.marks ?? [])
    .filter(({ atMs }) => isIn(atMs))
    .map((mark) => ({ ...PLAIN, name: markText(mark), value: timeText(mark.atMs, 'clock', reader) })),
  ...(annotations?.pauses ?? []).filter(isPaused).map(({ untilMs, reason }) => ({
    ...PLAIN,
    name: pauseText(reason),
    value: `until ${timeText(untilMs, 'clock', reader)}`,
  })),
];

const PLAIN = { detail: null, swatch: null };

/** The same of a UTC day. */
export function annotationsOfDay(annotations: Annotations | null | undefined, date: string) {
  const fromMs = Date.parse(date);
  const isIn = (atMs: number) => atMs >= fromMs && atMs < fromMs + DAY_MS;
  const isPaused = (pause: { fromMs: number; untilMs: number }) =>
    pause.untilMs > fromMs && pause.fromMs < fromMs + DAY_MS;
  return annotationLines(annotations, isIn, isPaused, UTC);
}
