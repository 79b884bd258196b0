import { expect, it } from 'vitest';
import type { Annotations } from '@/lib/contract/bot-view';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { flagsOf, tagsOf } from '@/lib/view/charts/flags';

const SPAN = { fromMs: 0, untilMs: 100 * HOUR_MS };
const marks = (...hours: number[]): Annotations => ({
  marks: hours.map((hour) => ({ atMs: hour * HOUR_MS, type: 'deploy', text: `Version ${hour}` })),
  pauses: [],
});
const shown = (annotations: Annotations) =>
  flagsOf(annotations, SPAN).map(({ at, name, isLeft, count }) => [
    at,
    name,
    isLeft ? 'left' : 'right',
    count,
  ]);

it('a flag has its name, and turns to the left near the next one and near the edge', () => {
  expect(shown(marks(20, 50, 55, 97))).toEqual([
    [20, 'Version 20', 'right', 1],
    [50, 'Version 50', 'left', 1],
    [55, 'Version 55', 'right', 1],
    [97, 'Version 97', 'left', 1],
  ]);
  // The name of the former one is where that of the last would be: it has none, and stays in the plot.
  expect(shown(marks(94, 99)).at(-1)).toEqual([99, null, 'left', 1]);
});

it('many flags have no names, and those that are close are a number', () => {
  const many = flagsOf(marks(...Array.from({ length: 60 }, (_, at) => at + 10)), SPAN);
  expect(many.every(({ name }) => name === null)).toBe(true);
  expect(many.map(({ count }) => count)).toEqual(Array.from({ length: 20 }, () => 3));
});

it('a bot that fell silent is a gap, not a flag too', () => {
  const silent = { marks: [{ atMs: HOUR_MS, type: 'bot.silent' as const }], pauses: [] };
  expect(flagsOf(silent, SPAN)).toEqual([]);
});

it('the longest gaps and silences have their lengths where there is room', () => {
  const gap = (from: number, hours: number) => ({ fromMs: from * HOUR_MS, toMs: (from + hours) * HOUR_MS });
  const pauses = [{ fromMs: 70 * HOUR_MS, untilMs: 72 * HOUR_MS, reason: null }];
  const tags = tagsOf([gap(20, 5), gap(28, 1), gap(70.5, 1)], { marks: [], pauses }, SPAN);
  expect(tags).toEqual([
    { at: 22.5, text: 'No reports, 5\u00a0h', isWideOnly: false },
    { at: 71, text: 'Planned, 2\u00a0h', isWideOnly: false },
  ]);
});
