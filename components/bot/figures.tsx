'use client';

import type { ReactNode } from 'react';
import { ChangeInPeriod } from '@/components/charts/in-period';
import { Sparkline } from '@/components/charts/sparkline';
import { cn } from '@/components/ui/cn';
import { Countdown } from '@/components/ui/countdown';
import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import type { BotView } from '@/lib/contract/bot-view';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { rangeWords } from '@/lib/view/bot-page';
import { evenShare } from '@/lib/view/charts/burn-up';
import { MEASURES, type Measure } from '@/lib/view/charts/chart';
import { waitText } from '@/lib/view/durations';
import { Gauge } from './gauge';

type FiguresProps = {
  view: BotView;
  points: readonly SeriesPoint[];
  /** Why no report is accepted, whatever the interval; `null` when only the interval matters. */
  blocked: string | null;
  /** Called when the cycle ends while the page is visible. */
  onReset: () => void;
};

/** Five figures of a bot. Servers and Users also choose what the chart below draws, and are its legend. */
export function Figures({ view, points, blocked, onReset }: FiguresProps) {
  const { usage, nowMs } = view;
  const { apiCalls, reset } = usage.usage;
  const { updates } = usage;
  const resetAtMs = Date.parse(reset.at);
  const evenPercent = 100 * evenShare(resetAtMs, nowMs);
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded border bg-line md:grid-cols-3 xl:grid-cols-[1.25fr_1fr_1fr_1.25fr_1.25fr]">
      <Cell name="Quota used" className="max-md:col-span-2">
        <div className="col-start-1 row-span-3 row-start-1 mr-3">
          <Gauge apiCalls={apiCalls} state={view.state} evenPercent={evenPercent} />
        </div>
        <Figure>
          <Num value={apiCalls.used} />
        </Figure>
        <Sub>
          of <Num value={apiCalls.limit} /> calls
        </Sub>
      </Cell>
      <Cell name="Quota resets in">
        <Figure>
          <Countdown untilMs={resetAtMs} nowMs={nowMs} done="Now" onDone={onReset} textOf={waitText} />
        </Figure>
        <Sub>
          <Time atMs={resetAtMs} style="moment" />
        </Sub>
      </Cell>
      <Cell name="Next report">
        <Figure>
          {blocked === null ? (
            <Countdown
              untilMs={Date.parse(updates.nextUpdateAllowedAt)}
              nowMs={nowMs}
              done="Now"
              textOf={waitText}
            />
          ) : (
            <span>–</span>
          )}
        </Figure>
        <Sub>
          <span>{blocked ?? `One every ${updates.interval.replace(/^1 /, '')}`}</span>
        </Sub>
      </Cell>
      <fieldset className="col-span-2 grid grid-cols-2 gap-px md:col-span-3 xl:col-span-2">
        <legend className="sr-only">What the chart draws</legend>
        {MEASURES.map((measure, at) => (
          <Choice key={measure.key} {...{ measure, view, points }} isFirst={at === 0} />
        ))}
      </fieldset>
    </div>
  );
}

type CellProps = { name: string; className?: string; children: Elements };

const CELL = 'relative min-w-0 bg-surface px-3 py-2 md:px-4 md:py-3';

/** A section, so that what its figure is about can be looked for. */
const Cell = ({ name, className, children }: CellProps) => (
  <section
    aria-label={name}
    className={cn(
      CELL,
      'grid grid-cols-[auto_minmax(0,1fr)] content-start [&>:not(div)]:col-start-2',
      className,
    )}
  >
    <h2 className="h-5 font-normal text-muted text-xs leading-5">{name}</h2>
    {children}
  </section>
);

const Figure = ({ children }: { children: ReactNode }) => (
  <p className="h-7 truncate font-semibold text-lg leading-7 tracking-tight md:h-8 md:text-xl md:leading-8">
    {children}
  </p>
);
const Sub = ({ children }: { children: ReactNode }) => (
  <p className="text-muted text-xs md:mt-1">{children}</p>
);

/** At most so many points are distinct in a small line. */
const SPARK_POINTS = 24;

type ChoiceProps = { measure: Measure; isFirst: boolean } & Pick<FiguresProps, 'view' | 'points'>;

/** A count and its change over the range. It is a button of a radio group that needs no scripts (`.measures` in globals.css). */
function Choice({ measure, isFirst, view, points }: ChoiceProps) {
  const { key, count, name, color } = measure;
  const { fromMs, untilMs, range, bucketMs } = view;
  const change = view.changes[count];
  const step = Math.ceil(points.length / SPARK_POINTS);
  const shown = points.filter((_, at) => (points.length - 1 - at) % step === 0);
  return (
    <label
      style={{ '--c': color } as React.CSSProperties}
      className={cn(
        CELL,
        'group block cursor-pointer hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2',
        'after:absolute after:inset-x-0 after:bottom-0 has-checked:after:h-0.5 after:bg-(--c)',
      )}
    >
      <span className="flex h-5 items-center gap-1.5 text-muted text-xs group-has-checked:font-medium group-has-checked:text-ink">
        <input type="radio" name="measure" value={key} defaultChecked={isFirst} className="sr-only" />
        <span
          aria-hidden="true"
          className="size-2 rounded-[2px] border-(--c) border-[1.5px] group-has-checked:bg-(--c)"
        />
        <span>{name}</span>
      </span>
      {/* Where both do not fit beside each other, the line wraps out of sight: the number is never cut for it. */}
      <span className="flex h-7 flex-wrap items-center justify-between gap-x-2 overflow-hidden md:h-8">
        <span className="max-w-full truncate font-semibold text-lg leading-7 tracking-tight md:text-xl md:leading-8">
          {change === null ? '–' : <Num value={change.value} />}
        </span>
        {shown.length > 1 && (
          <span className="max-md:hidden">
            <Sparkline
              trend={{
                fromMs,
                untilMs,
                points: shown.map((each) => ({ atMs: each.atMs, servers: each[count] })),
              }}
              color={color}
              gapMs={2 * (step * bucketMs + view.usage.capabilities.updateIntervalMinutes * MINUTE_MS)}
            />
          </span>
        )}
      </span>
      {change !== null && (
        <span className="block text-muted text-xs md:mt-1">
          <ChangeInPeriod change={change} fromMs={fromMs} words={rangeWords(range)} />
        </span>
      )}
    </label>
  );
}
