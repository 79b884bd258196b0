'use client';

import { useMemo } from 'react';
import { BusyPage } from '@/components/ui/busy';
import { Card } from '@/components/ui/card';
import { combinedQuery } from '@/lib/queries/bots';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { MEASURES } from '@/lib/view/charts/chart';
import { CallsChart } from './calls-card';
import { LinesChart } from './lines-chart';

const HEIGHT_PX = 160;

const nameOf = ({ name }: { name: string }) => `${name} of all your bots in 7 days`;

/** Servers, users and calls of all of a person's bots together. */
export function CombinedCard() {
  const { data: view } = useLive(combinedQuery, LIVE.chart);
  const { days, bots, owned, fromMs, nowMs } = view;
  const points = useMemo(
    () => view.points.map((point) => ({ ...point, reports: 1, min: point, max: point })),
    [view.points],
  );
  return (
    <Card title="All your bots together" className="mt-4">
      <div className="grid grid-cols-1 gap-x-8 md:grid-cols-2 lg:grid-cols-3">
        <div className="grid grid-cols-1 content-start gap-x-8 md:col-span-2 md:grid-cols-2">
          {view.isBusy ? (
            <div className="md:col-span-2">
              <BusyPage />
            </div>
          ) : (
            MEASURES.map((measure) => (
              <div key={measure.key} className="min-w-0">
                <h3 className="text-muted text-xs">{measure.name}</h3>
                <LinesChart
                  label={nameOf(measure)}
                  {...{ measure, points, fromMs }}
                  untilMs={nowMs}
                  height={`${HEIGHT_PX}px`}
                />
              </div>
            ))
          )}
          <p className="pt-1 text-muted text-xs md:col-span-2">
            <span>The last reports of each bot, added up every six hours.</span>{' '}
            {bots < owned && <span>{`Of ${bots} of your ${owned} bots.`}</span>}
          </p>
        </div>
        <div className="md:col-span-2 lg:col-span-1">
          <h3 className="text-muted text-xs">Calls per day</h3>
          <CallsChart days={days} heightPx={HEIGHT_PX} />
        </div>
      </div>
    </Card>
  );
}
