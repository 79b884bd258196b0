import type { SeriesPoint } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { type ChartInput, historySeries, MEASURES } from '../charts/chart';
import { chartOf } from '../charts/charts';
import { drawPlot } from '../charts/draw';
import { timeText, UTC } from '../times';
import { TOKENS } from '../tokens';
import { coloured, escaped, type Theme } from './tokens';

export const CHARTS = ['servers', 'users', 'votes'] as const;
export type ChartKind = (typeof CHARTS)[number];

/** What a chart shows: counts over time, or votes by day. Times in milliseconds. */
export type ChartData =
  | {
      readonly kind: 'servers' | 'users';
      readonly fromMs: number;
      readonly untilMs: number;
      readonly points: readonly SeriesPoint[];
      readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
    }
  | {
      readonly kind: 'votes';
      /** Every UTC day, the oldest first. */
      readonly days: readonly { readonly date: string; readonly votes: number }[];
    };

const NAMES = { servers: 'Servers', users: 'Users', votes: 'Votes per day' } as const;

export function chartInput(data: ChartData): ChartInput {
  if (data.kind === 'votes') {
    const series = [{ key: 'votes', name: NAMES.votes, color: 'var(--series-calls)', kind: 'bar' }] as const;
    return { kind: 'bars', rows: data.days, series };
  }
  const { kind, ...history } = data;
  const measure = MEASURES[kind === 'servers' ? 0 : 1];
  return { ...history, kind: 'history', measure: measure.count, series: historySeries(measure, true) };
}

/** How long the data is, in words: the range that was asked for may be longer than what is kept. */
function spanText(data: ChartData): string {
  const [fromMs, untilMs] =
    data.kind === 'votes'
      ? [Date.parse(data.days[0]?.date ?? ''), Date.parse(data.days.at(-1)?.date ?? '') + DAY_MS - 1]
      : [data.fromMs, data.untilMs];
  return `${timeText(fromMs, 'date', UTC)} – ${timeText(untilMs, 'date', UTC)} (UTC)`;
}

const PICTURE = { width: 1_200, height: 630 } as const;
const MARGIN = { top: 120, right: 48, bottom: 72, left: 112 } as const;

type Caption = { readonly title: string; readonly theme: Theme };

/** A chart as an SVG document of its own, with axes and units; `null` draws that there is none to see. */
export function chartSvg(data: ChartData | null, kind: ChartKind, { title, theme }: Caption): string {
  const colors = TOKENS[theme];
  const name = data === null ? 'Not public' : NAMES[kind];
  const heading = data === null ? 'This chart is not public' : `${NAMES[kind]} of ${title}`;
  const size = {
    width: PICTURE.width - MARGIN.left - MARGIN.right,
    height: PICTURE.height - MARGIN.top - MARGIN.bottom,
  };
  const plot =
    data === null
      ? ''
      : `<svg x="${MARGIN.left}" y="${MARGIN.top}" width="${size.width}" height="${size.height}" overflow="visible" font-size="20">${coloured(drawPlot(chartOf(chartInput(data), UTC), size), theme)}</svg>`;
  const isEmpty =
    data !== null &&
    (data.kind === 'votes' ? data.days.every(({ votes }) => votes === 0) : data.points.length === 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" width="${PICTURE.width}" height="${PICTURE.height}" role="img" aria-label="${escaped(heading)}" font-family="Geist,Verdana,sans-serif">`,
    `<title>${escaped(heading)}</title>`,
    `<rect width="100%" height="100%" fill="${colors.surface}"/>`,
    `<text x="48" y="62" font-size="34" font-weight="600" fill="${colors.ink}">${escaped(heading)}</text>`,
    data === null
      ? ''
      : `<text x="48" y="96" font-size="20" fill="${colors.muted}">${escaped(isEmpty ? `No ${name.toLowerCase()} in this time. ${spanText(data)}` : spanText(data))}</text>`,
    plot,
    '</svg>',
  ].join('');
}
