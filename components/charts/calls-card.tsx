'use client';

import { useRouter } from 'next/navigation';
import { type ReactElement, useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { useIsHydrated, useReader } from '@/components/ui/reader';
import type { Annotations } from '@/lib/contract/bot-view';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { activityHref, refusedHref } from '@/lib/view/activity-links';
import { annotationsOfDay } from '@/lib/view/charts/annotations';
import type { ChartInput, DayQuota } from '@/lib/view/charts/chart';
import { DAYS_MIN, type Day, dayBars } from '@/lib/view/day-bars';
import { estimateText, numberText } from '@/lib/view/numbers';
import { utcDateText } from '@/lib/view/times';
import { ChartCard } from './chart-card';
import { Crosshair } from './crosshair';
import { KeyFigure } from './key-figures';
import { CallsTable } from './loaded-tables';
import { Plot } from './plot';
import { Swatch } from './swatch';

type CallsCardProps = {
  botId: string;
  /** `statistics.usageHistory`: oldest first, one entry per UTC day. */
  days: readonly Day[];
  quota: DayQuota;
  annotations: Annotations | null;
};

/** Calls per day, refused calls stacked on counted ones. */
export function CallsCard({ botId, days, quota, annotations }: CallsCardProps) {
  const { bars, calls, rejected } = dayBars(days);
  const period = bars.length === 1 ? 'today' : `in ${bars.length} days`;
  const hrefOf = (day: Day) => refusedHref(botId, day, bars.at(-1)?.date ?? day.date);
  return (
    <ChartCard
      title="Calls per day"
      summary={
        <dl className="grid grid-cols-2 gap-x-4 sm:gap-x-8">
          <KeyFigure
            name={`Counted ${period}`}
            value={calls}
            swatch={<Swatch color="var(--series-calls)" />}
          />
          <KeyFigure
            name={`Refused ${period}`}
            value={rejected}
            href={rejected > 0 ? activityHref(botId, { kind: 'refused' }) : null}
            swatch={<Swatch color="var(--series-refused)" look="hatched" />}
          />
        </dl>
      }
      chart={
        <CallsPlot
          days={days}
          quota={quota}
          annotations={annotations}
          hrefOf={({ date }) => activityHref(botId, { day: date })}
        />
      }
      table={<CallsTable bars={bars} refusedHrefOf={hrefOf} />}
      csvName={`${botId}-calls.csv`}
      makeCsv={async () => (await import('@/lib/view/charts/calls-csv')).callsCsv(bars)}
    />
  );
}

type CallsPlotProps = {
  days: readonly Day[];
  /** `null` for the calls of all bots. */
  quota: DayQuota | null;
  annotations?: Annotations | null;
  heightPx?: number;
  /** Where a bar leads; absent if nowhere. */
  hrefOf?: (day: Day) => string;
};

/** One bar per day; refused calls are hatched, so that they do not differ by colour alone. */
export function CallsPlot({ days, quota, annotations = null, heightPx = 120, hrefOf }: CallsPlotProps) {
  const { callsPerDay = null, planSinceMs = null, cycleStartMs = 0 } = quota ?? {};
  const router = useRouter();
  const { locale } = useReader();
  const isHydrated = useIsHydrated();
  const input = useMemo(
    (): ChartInput => ({
      kind: 'calls',
      days,
      annotations,
      quota: callsPerDay === null ? null : { callsPerDay, planSinceMs, cycleStartMs },
    }),
    [days, annotations, callsPerDay, planSinceMs, cycleStartMs],
  );
  const count = Math.max(DAYS_MIN, days.length);
  const places = days.map((_, at) => count - days.length + at + 0.5);
  const isInCycle = cycleStartMs >= Date.parse(days[0]?.date ?? '');
  return (
    <figure>
      <Crosshair
        label="Calls per day"
        onOpen={
          hrefOf && {
            what: 'Enter shows the activity of the day',
            open: (index) => {
              const day = days[index];
              if (day !== undefined) router.push(hrefOf(day));
            },
          }
        }
        // The middle of the day, which is nearer to each of its moments than that of another.
        ids={days.map(({ date }) => Date.parse(date) + DAY_MS / 2)}
        places={places}
        from={0}
        until={count}
        readingAt={(index) => {
          const day = days[index];
          if (day === undefined) return null;
          const line = (name: string, value: number, swatch: ReactElement) => ({
            name,
            value: numberText(value, locale),
            detail: null,
            swatch,
          });
          return {
            title: `${utcDateText(day.date, locale)} (UTC)`,
            lines: [
              line('Counted', day.calls, <Swatch color="var(--series-calls)" />),
              line('Refused', day.rejected, <Swatch color="var(--series-refused)" look="hatched" />),
              ...annotationsOfDay(annotations, day.date, locale),
            ],
          };
        }}
      >
        <Plot
          label="Calls per day, refused ones on top"
          input={input}
          heightPx={heightPx}
          legend={[
            { key: 'calls', name: 'Counted', color: 'var(--series-calls)' },
            { key: 'rejected', name: 'Refused', color: 'var(--series-refused)', look: 'hatched' },
          ]}
        >
          {/* Without scripts, these links open a day. With them a click on the chart does: the links are too narrow for a finger. */}
          {!isHydrated && hrefOf && (
            <div
              className="absolute inset-y-0 right-0 flex"
              style={{ left: `${100 * (1 - days.length / count)}%` }}
            >
              {days.map((day) => (
                <Link
                  key={day.date}
                  href={hrefOf(day)}
                  aria-label={`${utcDateText(day.date, locale)}: ${numberText(day.calls, locale)} counted, ${numberText(day.rejected, locale)} refused`}
                  className="flex-1 -outline-offset-2"
                />
              ))}
            </div>
          )}
        </Plot>
      </Crosshair>
      <figcaption className="flex flex-wrap justify-end gap-x-4 pt-1 text-muted text-xs">
        <span>One bar per day in UTC.</span>
        {callsPerDay !== null && (
          <span className="flex items-center gap-2">
            <Sample className="border-t border-dashed" />
            <span>{`${estimateText(callsPerDay, locale)} calls per day use up the quota`}</span>
          </span>
        )}
        {isInCycle && (
          <span className="flex items-center gap-2">
            <Sample className="border-t-2 border-dotted" />
            <span>Start of the cycle</span>
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** A piece of a line, next to its meaning. */
const Sample = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`w-6 border-ink! ${className}`} />
);
