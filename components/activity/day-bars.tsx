'use client';

import { Flag } from 'lucide-react';
import type { ReactElement } from 'react';
import { RangeBar, type RangeBarProps } from '@/components/charts/range-bar';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { Swatch } from '@/components/ui/swatch';
import type { ActivityDay } from '@/lib/contract/activity-view';
import { isDayOf, type Range } from '@/lib/domain/history/history';
import { ACTIVITY_DAYS } from '@/lib/domain/people/activity';
import { rangeOfDay } from '@/lib/view/activity-links';
import { MARK_WORDS } from '@/lib/view/event-words';
import { numberText } from '@/lib/view/numbers';
import { utcDateText } from '@/lib/view/times';

/** So many fit a phone. */
const NARROW_DAYS = 7;

/** Refused calls do not differ by colour alone. */
const HATCHED = {
  backgroundImage: 'repeating-linear-gradient(-45deg, var(--series-refused) 0 2px, transparent 2px 5px)',
};

type Props = {
  days: readonly ActivityDay[];
  /** What the log shows; `null` for all. */
  range: Range | null;
  nowMs: number;
  hrefOf: (range: Range | null) => string;
  query: RangeBarProps['query'];
};

/** Accepted and refused calls of each UTC day, as links that filter the log; on a phone the latest days. */
export function DayBars({ days, range, nowMs, hrefOf, query = {} }: Props) {
  const most = Math.max(...days.map(({ calls, rejected }) => calls + rejected));
  if (most === 0) return null;
  const sum = (of: 'calls' | 'rejected') => days.reduce((all, day) => all + day[of], 0);
  const isChosen = range === null || range === 'all' ? () => false : isDayOf(range, ACTIVITY_DAYS, nowMs);
  const share = (count: number) => ({ height: `${(100 * count) / most}%` });
  return (
    <section aria-label="Calls by UTC day" className="mb-4 rounded border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-control text-muted">
        <Legend mark={<Swatch color="var(--series-calls)" />} name="Accepted" sum={sum('calls')} />
        <Legend
          mark={<Swatch color="var(--series-refused)" kind="hatched" />}
          name="Refused"
          sum={sum('rejected')}
        />
        {days.some(({ marks }) => marks.length > 0) && (
          <Legend mark={<Flag className="size-3" />} name="Marks" />
        )}
        <span className="sm:ml-auto">
          {`One bar per UTC day; the highest is ${numberText(most)} ${most === 1 ? 'call' : 'calls'}`}
        </span>
        <RangeBar
          range={range ?? 'all'}
          {...{ nowMs, query }}
          historyDays={ACTIVITY_DAYS}
          hrefOf={(to) => hrefOf(to === 'all' ? null : to)}
        />
      </div>
      <ol className="mt-3 flex h-28 gap-0.5 border-b">
        {days.map((day, at) => (
          <li
            key={day.date}
            className={cn('min-w-0 flex-1', at < days.length - NARROW_DAYS && 'max-md:hidden')}
          >
            <Link
              href={hrefOf(range === rangeOfDay(day.date) ? null : rangeOfDay(day.date))}
              scroll={false}
              prefetch={false}
              aria-current={isChosen(day.date) ? 'true' : undefined}
              title={titleOf(day)}
              className={cn(
                'relative block h-full pt-4 hover:bg-hover',
                isChosen(day.date) && 'bg-accent-soft',
              )}
            >
              <span className="sr-only">{titleOf(day)}</span>
              {day.marks.length > 0 && <Flag className="absolute inset-x-0 top-0 mx-auto size-3" />}
              <span className="flex h-full flex-col justify-end">
                {day.rejected > 0 && (
                  <span
                    style={{ ...share(day.rejected), ...HATCHED }}
                    className="min-h-1 rounded-t-inner border border-series-refused border-b-0"
                  />
                )}
                <span
                  style={share(day.calls)}
                  className={cn('bg-series-calls', day.rejected === 0 && 'rounded-t-inner')}
                />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="flex justify-between pt-1 text-muted text-xs">
        <span className="max-md:hidden">{utcDateText(days[0]?.date ?? '')}</span>
        <span className="md:hidden">{utcDateText(days.at(-NARROW_DAYS)?.date ?? days[0]?.date ?? '')}</span>
        {days.length > 1 && <span>Today, UTC</span>}
      </p>
    </section>
  );
}

/** On a phone without its sum, which is of all days. */
const Legend = ({ mark, name, sum }: { mark: ReactElement; name: string; sum?: number }) => (
  <span className="flex items-center gap-2">
    {mark}
    <span>{name}</span>
    {sum !== undefined && (
      <b className="text-ink max-md:hidden">
        <Num value={sum} />
      </b>
    )}
  </span>
);

/** `Nov 26, 2026: 120 calls accepted, 3 refused; Deployment: Version 2.4` */
const titleOf = ({ date, calls, rejected, marks }: ActivityDay): string =>
  [
    `${utcDateText(date)}: ${numberText(calls)} calls accepted, ${numberText(rejected)} refused`,
    ...marks.map(({ kind, text }) => `${MARK_WORDS[kind]}: ${text}`),
  ].join('; ');
