'use client';

import { useMemo } from 'react';
import { BusyPage } from '@/components/ui/busy';
import { Card } from '@/components/ui/card';
import { useReader } from '@/components/ui/reader';
import type { CombinedPoint } from '@/lib/domain/history/combined';
import { combinedQuery } from '@/lib/queries/bots';
import { LIVE, useLive } from '@/lib/queries/use-live';
import type { ChartInput } from '@/lib/view/charts/chart';
import { numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { CallsPlot } from './calls-card';
import { Crosshair } from './crosshair';
import { SERIES } from './history-plot';
import { Plot } from './plot';
import { Swatch } from './swatch';

/** Low enough that the first bots below are on the first screen. */
const HEIGHT_PX = 84;

/** Servers, users and calls of all of a person's bots together. */
export function CombinedCard() {
  const { data: view } = useLive(combinedQuery, LIVE.chart);
  const { points, days, bots, owned } = view;
  return (
    <Card title="All your bots together" className="mb-4">
      <div className="grid grid-cols-1 gap-x-8 md:grid-cols-2 lg:grid-cols-3">
        <div className="grid grid-cols-1 content-start gap-x-8 md:col-span-2 md:grid-cols-2">
          {view.isBusy ? (
            <div className="md:col-span-2">
              <BusyPage />
            </div>
          ) : (
            SERIES.map((series) => <CountPlot key={series.measure} {...{ series, points, view }} />)
          )}
          <p className="pt-1 text-muted text-xs md:col-span-2">
            <span>The last reports of each bot, added up every six hours.</span>{' '}
            {bots < owned && <span>{`Of ${bots} of your ${owned} bots.`}</span>}
          </p>
        </div>
        <div className="md:col-span-2 lg:col-span-1">
          <CallsPlot days={days} quota={null} heightPx={HEIGHT_PX} />
        </div>
      </div>
    </Card>
  );
}

type CountPlotProps = {
  series: (typeof SERIES)[number];
  points: readonly CombinedPoint[];
  view: { readonly fromMs: number; readonly nowMs: number };
};

/** One count over time. */
function CountPlot({ series: { measure, name, color }, points, view: { fromMs, nowMs } }: CountPlotProps) {
  const reader = useReader();
  const input = useMemo(
    (): ChartInput => ({
      kind: 'history',
      measure,
      name,
      color,
      fromMs,
      untilMs: nowMs,
      isLast: true,
      points: points.map((point) => ({ ...point, reports: 1, min: point, max: point })),
      previous: null,
      gaps: [],
      marks: [],
    }),
    [measure, name, color, points, fromMs, nowMs],
  );
  const ids = useMemo(() => points.map(({ atMs }) => atMs), [points]);
  const label = `${name} of all your bots in 7 days`;
  return (
    <Crosshair
      label={label}
      ids={ids}
      places={ids}
      from={fromMs}
      until={nowMs}
      readingAt={(index) => {
        const point = points[index];
        if (point === undefined) return null;
        const value = numberText(point[measure], reader.locale);
        return {
          title: timeText(point.atMs, 'minute', reader),
          lines: [{ name, value, detail: null, swatch: <Swatch color={color} /> }],
        };
      }}
    >
      <Plot label={label} input={input} heightPx={HEIGHT_PX} legend={[{ key: 'last', name, color }]} />
    </Crosshair>
  );
}
