'use client';

import { type ReactElement, useMemo } from 'react';
import { Crosshair } from '@/components/charts/crosshair';
import { type LegendEntry, Plot } from '@/components/charts/plot';
import { Swatch } from '@/components/charts/swatch';
import { useReader } from '@/components/ui/reader';
import type { Bar, MonthPoint } from '@/lib/view/analytics';
import { type ChartInput, paler } from '@/lib/view/charts/chart';
import { numberText, signedText } from '@/lib/view/numbers';

const HEIGHT_PX = 140;

const line = (name: string, value: string, swatch: ReactElement) => ({ name, value, detail: null, swatch });

type ChangesChartProps = {
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  bars: readonly Bar[];
  color: string;
  /** What the bars are. */
  name: string;
  beforeName?: string;
};

/** Changes as bars from zero, at the right of those of the period before if there are any. The table has the numbers. */
export function ChangesChart({ label, bars, color, name, beforeName = '' }: ChangesChartProps) {
  const { locale } = useReader();
  const hasBefore = bars.some(({ before }) => before !== null);
  const input = useMemo(
    (): ChartInput => ({ kind: 'changes', bars, name, color, beforeName }),
    [bars, name, color, beforeName],
  );
  const kinds = [
    ...(hasBefore ? [{ key: 'before' as const, name: beforeName, color: paler(color) }] : []),
    { key: 'value' as const, name, color },
  ];
  const slots = bars.map((_, at) => at + 0.5);
  return (
    <Crosshair
      label={label}
      ids={slots}
      places={slots}
      from={0}
      until={bars.length}
      readingAt={(at) => {
        const bar = bars[at];
        if (bar === undefined) return null;
        const textOf = (change: number | null) =>
          change === null ? 'Not known' : signedText(change, locale);
        return {
          title: bar.name,
          lines: kinds.map(({ key, name, color }) => line(name, textOf(bar[key]), <Swatch color={color} />)),
        };
      }}
    >
      <Plot label={label} input={input} heightPx={HEIGHT_PX} legend={kinds} />
    </Crosshair>
  );
}

type MonthsChartProps = {
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  /** Oldest first; at least one has a value. */
  points: readonly MonthPoint[];
  color: string;
};

/** Months as bars from the lowest to the highest value, with the last values as a line. The table has the numbers. */
export function MonthsChart({ label, points, color }: MonthsChartProps) {
  const { locale } = useReader();
  const input = useMemo((): ChartInput => ({ kind: 'months', months: points, color }), [points, color]);
  const reported = points.flatMap(({ last }, at) => (last === null ? [] : [at + 0.5]));
  const legend: LegendEntry[] = [
    { key: 'range', name: 'Lowest to highest', color: paler(color) },
    { key: 'last', name: 'Last', color },
  ];
  return (
    <Crosshair
      label={label}
      ids={reported}
      places={reported}
      from={0}
      until={points.length}
      readingAt={(index) => {
        const point = points[Math.floor(reported[index] ?? -1)];
        if (point?.range == null || point.last === null) return null;
        const [min, max] = point.range.map((value) => numberText(value, locale));
        return {
          title: point.month,
          lines: [
            line('Last', numberText(point.last, locale), <Swatch color={color} />),
            line('Lowest to highest', `${min} to ${max}`, <Swatch color={paler(color)} />),
          ],
        };
      }}
    >
      <Plot label={label} input={input} heightPx={HEIGHT_PX} legend={legend} />
    </Crosshair>
  );
}
