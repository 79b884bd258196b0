'use client';

import { type SVGProps, useMemo } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  type RechartsFillDefinitionProps,
  ReferenceLine,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
} from 'recharts';
import { ChartContainer, ChartTooltipContent, type Reading } from '@/components/ui/chart';
import { useReader } from '@/components/ui/reader';
import {
  BAR_MIN_PX,
  type Chart,
  type ChartInput,
  DASHES,
  GROUP_WIDTH,
  isBar,
  MARGIN,
  OPEN_OPACITY,
  type Row,
  type Series,
} from '@/lib/view/charts/chart';
import { chartOf } from '@/lib/view/charts/charts';
import { anchorOf, besideOf, isDot, stretches } from '@/lib/view/charts/draw';

export type LivePlotProps = {
  input: ChartInput;
  /** The keys of the series that are switched off. */
  hidden: readonly string[];
  /** The place of the crosshair on the axis. */
  activeAt: number | null;
  /** The values at the crosshair, if this plot shows them. */
  reading: Reading | null;
};

/** A plot by recharts. Its module is loaded when a chart comes into view; `drawPlot` draws the same before. */
export default function LivePlot({ input, hidden, activeAt, reading }: LivePlotProps) {
  const reader = useReader();
  const chart = useMemo(() => chartOf(input, reader), [input, reader]);
  // The same elements while only the crosshair moves, which then draws nothing else again.
  const parts = useMemo(() => partsOf(chart, hidden), [chart, hidden]);
  const config = Object.fromEntries(
    chart.series.map(({ key, name, color }) => [key, { label: name, color }]),
  );
  const index = activeAt === null ? -1 : chart.rows.findIndex(({ at }) => at === activeAt);
  return (
    <ChartContainer config={config} className="pointer-events-none absolute inset-0">
      <ComposedChart
        data={chart.rows as Row[]}
        margin={{ top: MARGIN.top, right: MARGIN.right, bottom: 0, left: 0 }}
        barCategoryGap={`${50 - GROUP_WIDTH * 50}%`}
        barGap={0}
        // The crosshair has all keys, and both plots of servers and users; recharts knows two keys.
        accessibilityLayer={false}
      >
        {parts}
        <Tooltip
          {...(index >= 0 && { defaultIndex: index })}
          cursor={{ stroke: 'var(--muted)' }}
          content={() => reading && <ChartTooltipContent {...reading} />}
          isAnimationActive={false}
          position={{ y: 0 }}
          allowEscapeViewBox={{ x: false, y: true }}
          wrapperStyle={{ zIndex: 10 }}
        />
      </ComposedChart>
    </ChartContainer>
  );
}

function partsOf(chart: Chart, hidden: readonly string[]) {
  const { x, y, series, before, marks, level, beyond, start } = chart;
  const times = new Map(x.ticks.map((tick) => [tick.at, tick]));
  const values = new Map(y.ticks.map(({ value, text }) => [value, text]));
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--grid)" shapeRendering="crispEdges" />,
    <Below key="below" chart={chart} />,
    <XAxis
      key="x"
      type="number"
      dataKey="at"
      domain={[x.from, x.until]}
      allowDataOverflow
      ticks={[...times.keys()]}
      interval={0}
      height={MARGIN.bottom}
      axisLine={false}
      tickLine={false}
      tickSize={4}
      tickMargin={0}
      tick={(tick: TickProps) => {
        const { on = 'all', text = '' } = times.get(tick.payload.value) ?? {};
        const shown = { all: '', wide: '@max-md:hidden', narrow: '@md:hidden' }[on];
        return (
          <text
            x={tick.x}
            y={Number(tick.y) + 15}
            textAnchor={anchorOf(tick.payload.value, x)}
            fill="var(--muted)"
            className={shown}
          >
            {text}
          </text>
        );
      }}
    />,
    <YAxis
      key="y"
      domain={[y.from, y.to]}
      allowDataOverflow
      ticks={[...values.keys()]}
      interval={0}
      width={MARGIN.left}
      axisLine={false}
      tickLine={false}
      tickSize={0}
      tickMargin={8}
      tick={(tick: TickProps) => (
        <text x={tick.x} y={tick.y} dy=".355em" textAnchor="end" fill="var(--muted)">
          {values.get(tick.payload.value)}
        </text>
      )}
    />,
    <ReferenceLine key="base" y={y.base} stroke="var(--line-strong)" shapeRendering="crispEdges" />,
    // An axis of its own: rows of another axis do not move the crosshair of this one.
    before.length > 0 && (
      <XAxis
        key="x before"
        xAxisId="before"
        type="number"
        dataKey="at"
        domain={[x.from, x.until]}
        allowDataOverflow
        hide
      />
    ),
    ...series.filter(({ key }) => !hidden.includes(key)).map((each) => seriesPart(each, chart)),
    ...series
      .filter(({ key, kind }) => kind === 'line' && !hidden.includes(key))
      .map(({ key }) => <EndDot key={`end ${key}`} of={key} chart={chart} />),
    level !== null && (
      <ReferenceLine
        key="level"
        segment={[
          { x: level.from, y: level.value },
          { x: x.until, y: level.value },
        ]}
        {...(level.name === undefined
          ? { stroke: 'var(--ink)', strokeDasharray: '6 4' }
          : { stroke: 'var(--line-strong)' })}
      />
    ),
    level?.name && (
      <PlotText
        key="level name"
        at={level.from}
        value={level.value}
        {...{ chart }}
        dx={4}
        dy={-5}
        fill="var(--muted)"
      >
        {level.name}
      </PlotText>
    ),
    beyond && (
      <PlotText
        key="beyond"
        at={beyond.from}
        value={y.from}
        {...{ chart }}
        dy={-8}
        textAnchor={besideOf(beyond.from, x)}
        fill="var(--critical)"
        fontWeight={500}
      >
        {beyond.text}
      </PlotText>
    ),
    start !== null && (
      <ReferenceLine key="start" x={start} stroke="var(--ink)" strokeWidth={2} strokeDasharray="1 3" />
    ),
    ...marks.map(({ at }) => (
      <ReferenceLine key={`mark ${at}`} x={at} stroke="var(--muted)" strokeDasharray="2 3" />
    )),
  ];
}

type TickProps = { x: number | string; y: number | string; payload: { value: number } };

/** So that refused calls do not differ by colour alone. */
const Hatch = ({ id, color }: RechartsFillDefinitionProps) => (
  <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line x1={1} x2={1} y2={4} stroke={color} strokeWidth={2} />
  </pattern>
);

function seriesPart(series: Series, { rows, before, y, open }: Chart) {
  const { key, kind, stack = 'all' } = series;
  const color = `var(--color-${key})`;
  const props = { dataKey: key, stroke: color, isAnimationActive: false };
  if (kind === 'band') {
    return <Area {...props} key={key} stroke="none" fill={color} fillOpacity={0.2} activeDot={false} />;
  }
  if (isBar(series)) {
    const isHatched = kind === 'hatched';
    return (
      <Bar
        {...props}
        key={key}
        stackId={stack}
        fill={isHatched ? { color, definition: Hatch } : color}
        stroke={isHatched ? color : 'none'}
        minPointSize={(_, index) => (rows[index]?.[key] ? (isHatched ? BAR_MIN_PX : 1) : 0)}
      >
        {open !== null && rows.map(({ at }) => <Cell key={at} opacity={at === open ? OPEN_OPACITY : 1} />)}
      </Bar>
    );
  }
  if (kind === 'before' || kind === 'forecast') {
    const [strokeWidth, strokeDasharray] = DASHES[kind];
    return (
      <Line
        {...props}
        key={key}
        {...(kind === 'before' && { xAxisId: 'before', data: before as Row[] })}
        {...{ strokeWidth, strokeDasharray }}
        strokeLinecap="round"
        dot={false}
        activeDot={false}
      />
    );
  }
  return (
    <Area
      {...props}
      key={key}
      type="linear"
      baseValue={y.from}
      fill={color}
      fillOpacity={kind === 'line' ? 0.08 : 0}
      strokeWidth={2}
      strokeLinejoin="round"
      dot={({ cx, cy, index }) =>
        isDot(kind, rows, index, key) ? <circle key={index} cx={cx} cy={cy} r={2.5} fill={color} /> : null
      }
      activeDot={{ r: 4, fill: color, stroke: 'var(--surface)', strokeWidth: 1 }}
    />
  );
}

/** The last point of a line. It lies on the edge of the plot, where recharts would cut a dot of the line in half. */
function EndDot({ of, chart: { x, y, rows } }: { of: string; chart: Chart }) {
  const area = usePlotArea();
  const row = rows.findLast((each) => typeof each[of] === 'number');
  if (area === undefined || row === undefined) return null;
  const place = {
    cx: area.x + ((row.at - x.from) / (x.until - x.from)) * area.width,
    cy: area.y + (1 - (Number(row[of]) - y.from) / (y.to - y.from)) * area.height,
    fill: `var(--color-${of})`,
  };
  return (
    <g data-end={of}>
      <circle {...place} r={8} fillOpacity={0.2} />
      <circle {...place} r={4} />
    </g>
  );
}

type PlotTextProps = SVGProps<SVGTextElement> & { at: number; value: number; chart: Chart };

/** A text at a place of a plot. */
function PlotText({ at, value, chart: { x, y }, ...text }: PlotTextProps) {
  const area = usePlotArea();
  if (area === undefined) return null;
  return (
    <text
      x={area.x + ((at - x.from) / (x.until - x.from)) * area.width}
      y={area.y + (1 - (value - y.from) / (y.to - y.from)) * area.height}
      {...text}
    />
  );
}

/** What recharts has no mark for: stretches of time with a least width, and the note of the axis. */
function Below({ chart }: { chart: Chart }) {
  const area = usePlotArea();
  if (area === undefined) return null;
  const { x, y } = chart;
  const scale = (at: number) => ((at - x.from) / (x.until - x.from)) * area.width;
  return (
    <>
      <g
        transform={`translate(${area.x} ${area.y})`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the boxes have numbers only
        dangerouslySetInnerHTML={{ __html: stretches(chart, 'live', scale, '', String(area.height)) }}
      />
      {y.note !== null && (
        <text x={area.x + area.width} y={area.y - 5} textAnchor="end" fill="var(--muted)">
          {y.note}
        </text>
      )}
    </>
  );
}
