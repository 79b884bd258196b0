import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { escaped } from '../markup';
import { type Chart, GROUP_WIDTH, isBar, type Row, type Series, type Value } from './chart';

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
    const stroke = value === chart.y.base ? 'var(--line-strong)' : 'var(--line)';
    return `<line x2="100%" y1="${at}" y2="${at}" stroke="${stroke}"/><text x="-8" y="${at}" dy=".355em" text-anchor="end">${escaped(text)}</text>`;
  });
  const ticks = chart.x.ticks.map(({ at, text, on }) => {
    const hidden = { all: '', wide: ' class="@max-md:hidden"', narrow: ' class="@md:hidden"' }[on];
    const place = percentX(at);
    return `<svg x="${place}" y="100%" overflow="visible"${hidden}><line y2="4" stroke="var(--line-strong)"/><text y="19" text-anchor="middle">${escaped(text)}</text></svg>`;
  });
  const bars = drawBars(chart, percentX, (value) => y(value) / size.height);
  const paths = `<svg viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" width="100%" height="100%" overflow="visible" fill="none" stroke-linejoin="round" stroke-linecap="round">${[
    pausePaths(chart, x, size.height),
    gapPaths(chart, x, size.height),
    // The first is on top.
    ...chart.series.toReversed().map((series) => seriesPaths(series, chart, x, y)),
  ].join('')}</svg>`;
  const level = chart.level && percentY(chart.level.value);
  const start = chart.start === null ? '' : percentX(chart.start);
  return [
    `<g shape-rendering="crispEdges" fill="var(--muted)">${grid.join('')}${ticks.join('')}</g>`,
    chart.y.note &&
      `<text x="100%" y="-5" text-anchor="end" fill="var(--muted)">${escaped(chart.y.note)}</text>`,
    bars,
    paths,
    chart.level &&
      `<line x1="${percentX(chart.level.from)}" x2="100%" y1="${level}" y2="${level}" stroke="var(--ink)" stroke-dasharray="6 4"/>`,
    start &&
      `<line x1="${start}" x2="${start}" y2="100%" stroke="var(--ink)" stroke-width="2" stroke-dasharray="1 3"/>`,
    ...chart.marks.map(({ at }) => {
      const place = percentX(at);
      return `<line x1="${place}" x2="${place}" y2="100%" stroke="var(--muted)" stroke-dasharray="2 3"/>`;
    }),
  ].join('');
}

/** Rounded, so that the text is short. */
const percent = (fraction: number): string => `${Math.round(fraction * 10_000) / 100}%`;

type Scale = (value: number) => number;

/** Each gap over the whole height, one unit and an outline of 2 px at least, with a mark below it; those that touch are one box. */
export function gapPaths({ gaps }: Pick<Chart, 'gaps'>, x: Scale, height: number): string {
  if (gaps.length === 0) return '';
  const places: { left: number; right: number }[] = [];
  for (const { from, until } of gaps) {
    const left = round(x(from));
    const right = Math.max(left + 1, round(x(until)));
    const last = places.at(-1);
    if (last !== undefined && left <= last.right) last.right = right;
    else places.push({ left, right });
  }
  const boxes = places.map(({ left, right }) => `M${left} 0H${right}V${height}H${left}z`).join('');
  const feet = places.map(({ left, right }) => `M${left} ${height}H${right}`).join('');
  return `<path data-gaps="${gaps.length}" d="${boxes}" fill="var(--gap)" stroke="var(--gap)" stroke-width="2" ${FIXED}/><path d="${feet}" stroke="var(--line-strong)" stroke-width="3" ${FIXED}/>`;
}

/** Each planned silence over the whole height, with a mark above it, and below the gaps. */
export function pausePaths({ pauses }: Pick<Chart, 'pauses'>, x: Scale, height: number): string {
  if (pauses.length === 0) return '';
  const spans = pauses.map(({ from, until }) => [
    round(x(from)),
    Math.max(round(x(from)) + 1, round(x(until))),
  ]);
  const boxes = spans.map(([left, right]) => `M${left} 0H${right}V${height}H${left}z`).join('');
  const heads = spans.map(([left, right]) => `M${left} 0H${right}`).join('');
  return `<path data-pauses="${pauses.length}" d="${boxes}" fill="var(--inset)"/><path d="${heads}" stroke="var(--muted)" stroke-width="3" ${FIXED}/>`;
}

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
    return `<path d="${path}" fill="${color}" fill-opacity=".16" stroke="${color}" stroke-opacity=".6" ${FIXED}/>`;
  }
  line<Row>()
    .defined(has)
    .x(({ at }) => x(at))
    .y((row) => y(high(row[key])))
    .context(path as unknown as CanvasRenderingContext2D)([...rows]);
  if (kind === 'before')
    return `<path d="${path}" stroke="${color}" stroke-opacity=".7" stroke-dasharray="4 4" ${FIXED}/>`;
  const dots = rows
    .filter((_, at) => isDot(kind, rows, at, key))
    .map((row) => `M${round(x(row.at))} ${round(y(high(row[key])))}h0`);
  return `<path d="${path}" stroke="${color}" stroke-width="1.5" ${FIXED}/><path d="${dots.join('')}" stroke="${color}" stroke-width="5" ${FIXED}/>`;
}

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
function drawBars({ series, rows, x, y }: Chart, percentX: (at: number) => string, percentY: Scale): string {
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
        return `<rect x="${percentX(row.at + offset)}" width="${percentWidth}" y="${percent(start)}" height="${percent(height)}"/>`;
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
