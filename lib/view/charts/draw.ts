import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { escaped } from '../markup';
import {
  type Chart,
  DASHES,
  GROUP_WIDTH,
  isBar,
  OPEN_OPACITY,
  type Row,
  type Series,
  type Stretch,
  type Value,
} from './chart';

/** The units of paths, which a page stretches to any width and height; a picture has its size in pixels. */
const STRETCHED = { width: 1_200, height: 480 } as const;

/** Lines keep their width when the drawing is stretched. */
const FIXED = 'vector-effect="non-scaling-stroke"';

/**
 * The content of an SVG viewport that is the plot of a chart: without scripts, in the first HTML, in print and in pictures.
 * Horizontal and vertical places are percentages, so that it needs no size and text keeps its own.
 */
export function drawPlot(
  chart: Chart,
  size: { readonly width: number; readonly height: number } = STRETCHED,
): string {
  const x = scaleLinear().domain([chart.x.from, chart.x.until]).range([0, size.width]);
  const y = scaleLinear().domain([chart.y.from, chart.y.to]).range([size.height, 0]);
  const percentX = (at: number) => percent(x(at) / size.width);
  const percentY = (value: number) => percent(y(value) / size.height);
  const grid = chart.y.ticks.map(({ value, text }) => {
    const at = percentY(value);
    const stroke = value === chart.y.base ? 'var(--line-strong)' : 'var(--grid)';
    return `<line x2="100%" y1="${at}" y2="${at}" stroke="${stroke}"/><text x="-8" y="${at}" dy=".355em" text-anchor="end">${escaped(text)}</text>`;
  });
  const ticks = chart.x.ticks.map(({ at, text, on }) => {
    const hidden = { all: '', wide: ' class="@max-md:hidden"', narrow: ' class="@md:hidden"' }[on];
    return `<svg x="${percentX(at)}" y="100%" overflow="visible"${hidden}><text y="19" text-anchor="${anchorOf(at, chart.x)}">${escaped(text)}</text></svg>`;
  });
  const bars = drawBars(chart, percentX, (value) => y(value) / size.height);
  const paths = `<svg viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" width="100%" height="100%" overflow="visible" fill="none" stroke-linejoin="round" stroke-linecap="round">${[
    // The first is on top.
    ...chart.series.toReversed().map((series) => seriesPaths(series, chart, x, y)),
  ].join('')}</svg>`;
  const level = chart.level && percentY(chart.level.value);
  const start = chart.start === null ? '' : percentX(chart.start);
  return [
    `<g shape-rendering="crispEdges" fill="var(--muted)">${grid.join('')}${ticks.join('')}</g>`,
    chart.y.note &&
      `<text x="100%" y="-5" text-anchor="end" fill="var(--muted)">${escaped(chart.y.note)}</text>`,
    stretches(chart, 'drawn', (at) => (100 * x(at)) / size.width, '%', '100%'),
    bars,
    paths,
    chart.level &&
      `<line x1="${percentX(chart.level.from)}" x2="100%" y1="${level}" y2="${level}" ${LEVEL[chart.level.name === undefined ? 'pace' : 'limit']}/>`,
    chart.level?.name &&
      `<text x="${percentX(chart.level.from)}" y="${level}" dx="4" dy="-5" fill="var(--muted)">${escaped(chart.level.name)}</text>`,
    chart.beyond &&
      `<text x="${percentX(chart.beyond.from)}" y="100%" dy="-8" fill="var(--critical)" font-weight="500" text-anchor="${besideOf(chart.beyond.from, chart.x)}">${escaped(chart.beyond.text)}</text>`,
    start &&
      `<line x1="${start}" x2="${start}" y2="100%" stroke="var(--ink)" stroke-width="2" stroke-dasharray="1 3"/>`,
    ...chart.marks.map(({ at }) => {
      const place = percentX(at);
      return `<line x1="${place}" x2="${place}" y2="100%" stroke="var(--muted)" stroke-dasharray="2 3"/>`;
    }),
  ].join('');
}

/** Rounded, so that the text is short. */
const percent = (fraction: number): string => `${hundredth(fraction * 100)}%`;

type Scale = (value: number) => number;

/** The first label begins at its place and the last one ends there: neither reaches out of the card. */
export function anchorOf(at: number, { from, until }: Stretch): 'start' | 'middle' | 'end' {
  const share = (at - from) / (until - from);
  return share < 0.01 ? 'start' : share > 0.97 ? 'end' : 'middle';
}

/** How a level is drawn: one that is met evenly, or one that ends all calls. */
const LEVEL = {
  pace: 'stroke="var(--ink)" stroke-dasharray="6 4"',
  limit: 'stroke="var(--line-strong)"',
} as const;
/** The side of a place that has more room. */
export const besideOf = (at: number, { from, until }: Stretch): 'start' | 'end' =>
  at - from < (until - from) / 3 ? 'start' : 'end';

/**
 * What lies over the whole height of a plot: planned silences plain, gaps hatched, with edges that keep a short one visible,
 * and the time beyond a limit hatched in red. Those that touch are one box.
 */
export function stretches(
  { id, gaps, pauses, beyond }: Pick<Chart, 'id' | 'gaps' | 'pauses' | 'beyond'>,
  by: string,
  x: Scale,
  unit: '%' | '',
  height: string,
): string {
  const least = unit === '%' ? 0.1 : 1;
  const boxes = (of: readonly Stretch[]) =>
    joined(of, x, least)
      .map(([left, right]) => {
        const [at, width] = [hundredth(left), hundredth(right - left)];
        return `<rect x="${at}${unit}" width="${width}${unit}" height="${height}"/>`;
      })
      .join('');
  const hatch = (name: string, color: string, width = 2) =>
    `<pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line y2="6" stroke="${color}" stroke-width="${width}"/></pattern>`;
  const name = `${by}-${id}`;
  return [
    pauses.length > 0 && `<g data-pauses="${pauses.length}" fill="var(--silence)">${boxes(pauses)}</g>`,
    gaps.length > 0 &&
      `${hatch(name, 'var(--gap)')}<g data-gaps="${gaps.length}" fill="url(#${name})" stroke="var(--gap)" style="stroke-width:2">${boxes(gaps)}</g>`,
    beyond &&
      `${hatch(`${name}-beyond`, 'var(--critical-mark)', 1)}<g data-beyond="" fill="url(#${name}-beyond)">${boxes([beyond])}</g>`,
  ]
    .filter((part) => part)
    .join('');
}

function joined(of: readonly Stretch[], x: Scale, least: number): (readonly [number, number])[] {
  const boxes: [number, number][] = [];
  for (const { from, until } of of) {
    const left = x(from);
    const right = Math.max(left + least, x(until));
    const last = boxes.at(-1);
    if (last !== undefined && left <= last[1]) last[1] = Math.max(last[1], right);
    else boxes.push([left, right]);
  }
  return boxes;
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** The band of a series, or its line and the points that are alone. */
function seriesPaths({ key, kind, color }: Series, chart: Chart, x: Scale, y: Scale): string {
  if (isBar({ kind })) return '';
  const path = new ShortPath();
  const rows = kind === 'before' ? chart.before : chart.rows;
  const has = (row: Row) => row[key] !== null && row[key] !== undefined;
  if (kind === 'band') {
    area<Row>()
      .defined(has)
      .x(({ at }) => x(at))
      .y0((row) => y(low(row[key])))
      .y1((row) => y(high(row[key])))
      .context(path as unknown as CanvasRenderingContext2D)([...rows]);
    return drawn(String(path), `fill="${color}" fill-opacity=".2"`);
  }
  line<Row>()
    .defined(has)
    .x(({ at }) => x(at))
    .y((row) => y(high(row[key])))
    .context(path as unknown as CanvasRenderingContext2D)([...rows]);
  if (kind === 'before' || kind === 'forecast') {
    const [width, dashes] = DASHES[kind];
    return drawn(
      String(path),
      `stroke="${color}" stroke-width="${width}" stroke-dasharray="${dashes}" ${FIXED}`,
    );
  }
  const dotAt = (row: Row) => `M${round(x(row.at))} ${round(y(high(row[key])))}h0`;
  const dots = new Set(rows.filter((_, at) => isDot(kind, rows, at, key)).map(dotAt));
  const last = kind === 'line' ? rows.findLast(has) : undefined;
  const end = last === undefined ? '' : dotAt(last);
  // A point that is alone is a dot.
  const parts = [...String(path).matchAll(/M(-?\d+) [^M]*l[^M]*/g)];
  const base = round(y(chart.y.from));
  return [
    kind === 'line' &&
      drawn(
        parts.map(([part, start]) => `${part}V${base}H${start}z`).join(''),
        `fill="${color}" fill-opacity=".08"`,
      ),
    drawn(parts.map(([part]) => part).join(''), `stroke="${color}" stroke-width="2" ${FIXED}`),
    drawn([...dots].join(''), `stroke="${color}" stroke-width="5" ${FIXED}`),
    drawn(end, `stroke="${color}" stroke-width="16" stroke-opacity=".2" ${FIXED}`),
    drawn(end, `stroke="${color}" stroke-width="8" ${FIXED}`),
  ]
    .filter((part) => part)
    .join('');
}

const drawn = (path: string, look: string): string => (path === '' ? '' : `<path d="${path}" ${look}/>`);

/** Whether a point is a dot: on some lines each, on others those without a neighbour to be joined with. */
export function isDot(kind: Series['kind'], rows: readonly Row[], at: number, key: string): boolean {
  const has = (index: number) => typeof rows[index]?.[key] === 'number';
  return has(at) && (kind === 'dots' || (!has(at - 1) && !has(at + 1)));
}

const low = (value: Value | undefined): number =>
  typeof value === 'object' ? (value?.[0] ?? 0) : (value ?? 0);
const high = (value: Value | undefined): number =>
  typeof value === 'object' ? (value?.[1] ?? 0) : (value ?? 0);

/** The least height of a bar, as a part of the plot's: one refused call among thousands stays visible. */
const HATCHED_MIN = 0.025;
const BAR_MIN = 0.01;

/** Bars in percent, so that their outline and hatching are not stretched. */
function drawBars(
  { series, rows, x, y, open }: Chart,
  percentX: (at: number) => string,
  percentY: Scale,
): string {
  const bars = series.filter(isBar);
  const stacks = [...new Set(bars.map(({ stack }) => stack))];
  const width = (x.place * GROUP_WIDTH) / stacks.length;
  const percentWidth = percent(width / (x.until - x.from));
  return bars
    .map((each, index) => {
      const isHatched = each.kind === 'hatched';
      const offset = stacks.indexOf(each.stack) * width - (x.place * GROUP_WIDTH) / 2;
      const below = bars.slice(0, index).filter(({ stack }) => stack === each.stack);
      const boxes = rows.map((row) => {
        const value = row[each.key];
        if (value === null || value === undefined) return '';
        const under = below.reduce((sum, { key }) => sum + high(row[key]), y.base);
        const [from, to] = typeof value === 'number' ? [under, under + value] : value;
        const [top, bottom] = [percentY(Math.max(from, to)), percentY(Math.min(from, to))];
        const height = Math.max(bottom - top, isHatched ? HATCHED_MIN : BAR_MIN);
        const start = to < from ? top : Math.max(0, bottom - height);
        const paler = row.at === open ? ` opacity="${OPEN_OPACITY}"` : '';
        return `<rect x="${percentX(row.at + offset)}" width="${percentWidth}" y="${percent(start)}" height="${percent(height)}"${paler}/>`;
      });
      return isHatched ? hatched(each, boxes) : `<g fill="${each.color}">${boxes.join('')}</g>`;
    })
    .join('');
}

/** Hatched, so that they do not differ by colour alone, with an outline that keeps one call visible. */
function hatched({ key, color }: Series, boxes: readonly string[]): string {
  return `<pattern id="hatch-${key}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="1" y2="4" stroke="${color}" stroke-width="2"/></pattern><g fill="url(#hatch-${key})" stroke="${color}" style="stroke-width:1">${boxes.join('')}</g>`;
}

const round = (value: number): number => Math.round(value);

/** A path in whole units with relative steps, which halves the size of the HTML. */
class ShortPath {
  #text = '';
  #x = 0;
  #y = 0;
  moveTo(x: number, y: number): void {
    this.#text += `M${round(x)} ${round(y)}`;
    [this.#x, this.#y] = [round(x), round(y)];
  }
  lineTo(x: number, y: number): void {
    this.#text += `l${round(x) - this.#x} ${round(y) - this.#y}`;
    [this.#x, this.#y] = [round(x), round(y)];
  }
  closePath(): void {
    this.#text += 'z';
  }
  toString(): string {
    return this.#text;
  }
}
