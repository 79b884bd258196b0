import type { Annotations, ChartMark } from '@/lib/contract/bot-view';
import type { Gap } from '@/lib/domain/history/gaps';
import { minutesText } from '@/lib/domain/text/duration';
import { markText } from '../event-words';

/** What stands beside the plot of a history in words: names of marks above it, lengths of gaps in it. Places are percentages. */

type Span = { readonly fromMs: number; readonly untilMs: number };
const placeOf = (atMs: number, { fromMs, untilMs }: Span): number =>
  Math.round(((atMs - fromMs) / (untilMs - fromMs)) * 10_000) / 100;

/** One mark, or several that are too close to have a name each. */
export type Flag = {
  readonly at: number;
  /** `null` where there is no room for a name. */
  readonly name: string | null;
  readonly type: ChartMark['type'];
  readonly count: number;
  /** All that it stands for. */
  readonly text: string;
  /** Whether it stands at the left of its pole. */
  readonly isLeft: boolean;
};

/** More marks than these have no names: those that are close are a number. */
const NAMED_MAX = 8;
/** The widths of a flag without a name, and of its letters, on a plot of about 900 px. */
const [ICON_WIDTH, LETTER_WIDTH, NAME_MAX] = [3, 0.75, 20];

/** Gaps are drawn themselves. */
const isFlag = ({ type }: ChartMark): boolean => type !== 'bot.silent' && type !== 'bot.recovered';
const nameOf = (mark: ChartMark): string => ('text' in mark ? mark.text : markText(mark));

/** The flags of marks, oldest first, none above another. */
export function flagsOf(annotations: Annotations | null | undefined, span: Span): Flag[] {
  const marks = (annotations?.marks ?? []).filter(
    (mark) => isFlag(mark) && mark.atMs >= span.fromMs && mark.atMs <= span.untilMs,
  );
  const groups: { at: number; marks: ChartMark[] }[] = [];
  for (const mark of marks) {
    const at = placeOf(mark.atMs, span);
    const last = groups.at(-1);
    if (last !== undefined && at - last.at < ICON_WIDTH) last.marks.push(mark);
    else groups.push({ at, marks: [mark] });
  }
  let freeFrom = 0;
  return groups.map(({ at, marks }, index) => {
    const [first] = marks as [ChartMark];
    const name = nameOf(first);
    const width = ICON_WIDTH + LETTER_WIDTH * Math.min(NAME_MAX, name.length);
    const next = groups[index + 1]?.at ?? 100;
    const isNamed = groups.length <= NAMED_MAX && marks.length === 1;
    const fits = at + width <= next;
    const fitsLeft = isNamed && !fits && at - width >= freeFrom;
    const isLeft = fitsLeft || at + ICON_WIDTH > 100;
    freeFrom = isLeft ? at : at + (isNamed && fits ? width : ICON_WIDTH);
    return {
      at,
      name: isNamed && (fits || fitsLeft) ? name : null,
      type: first.type,
      count: marks.length,
      text: marks.map(markText).join('; '),
      isLeft,
    };
  });
}

/** A tag at the foot of a gap or a planned silence. */
export type Tag = { readonly at: number; readonly text: string; readonly isWideOnly: boolean };

/** How far apart tags are on a wide and on a narrow plot. */
const APART = { wide: 13, narrow: 45 } as const;

/** The lengths of gaps and planned silences, the longest first; those without room are read with the crosshair. */
export function tagsOf(gaps: readonly Gap[], annotations: Annotations | null | undefined, span: Span): Tag[] {
  const pauses = annotations?.pauses ?? [];
  const isPlanned = ({ fromMs, toMs }: Gap) =>
    pauses.some((pause) => pause.fromMs <= fromMs && toMs <= pause.untilMs);
  const all = [
    ...gaps
      .filter((gap) => !isPlanned(gap))
      .map(({ fromMs, toMs }) => ({ fromMs, untilMs: toMs, word: 'No reports' })),
    ...pauses.map(({ fromMs, untilMs }) => ({ fromMs, untilMs, word: 'Planned' })),
  ].filter(({ fromMs, untilMs }) => untilMs > span.fromMs && fromMs < span.untilMs);
  const tags: Tag[] = [];
  for (const each of all.sort((a, b) => b.untilMs - b.fromMs - (a.untilMs - a.fromMs))) {
    const [from, until] = [Math.max(each.fromMs, span.fromMs), Math.min(each.untilMs, span.untilMs)];
    const at = placeOf((from + until) / 2, span);
    const nearest = Math.min(...tags.map((tag) => Math.abs(tag.at - at)));
    if (nearest < APART.wide) continue;
    const text = `${each.word}, ${minutesText(each.untilMs - each.fromMs)}`;
    tags.push({ at, text, isWideOnly: nearest < APART.narrow });
  }
  return tags;
}
