'use client';

import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import type { Column } from '@/components/ui/data-table';
import { LongTable } from '@/components/ui/long-table';
import { Num, Percent } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import type { Annotations } from '@/lib/contract/bot-view';
import type { CoverageByDay } from '@/lib/domain/history/coverage';
import type { Gap } from '@/lib/domain/history/gaps';
import { durationText } from '@/lib/domain/text/duration';
import { type CoverageBar, coverageBars } from '@/lib/view/coverage-bars';
import { markText } from '@/lib/view/event-words';
import { utcDateText } from '@/lib/view/times';

const LOOKS: Readonly<Record<CoverageBar['look'], string>> = {
  full: 'bg-healthy-mark/60 hover:bg-healthy-mark',
  part: 'bg-warning-mark',
  paused: 'bg-line',
  none: 'bg-gap',
};

type Props = {
  coverage: CoverageByDay;
  /** Of the last 30 days; `null` where the plan does not list them. */
  gaps: readonly Gap[] | null;
  annotations: Annotations | null;
};

/** How many of the expected reports arrived, in all and by UTC day, and when none did. */
export function CoverageCard({ coverage: { all, days }, gaps, annotations }: Props) {
  const [first] = days;
  return (
    <Card
      title="Reports received"
      aside={
        <p className="font-semibold">
          {all.percentage === null ? '–' : <Percent value={all.percentage} decimals={2} />}
        </p>
      }
    >
      {first !== undefined && (
        <>
          <div role="img" aria-label="Reports received by UTC day" className="flex h-8 items-end gap-px">
            {coverageBars(days).map(({ date, look, heightPercent, title }) => (
              <span
                key={date}
                title={title}
                style={{ height: `${heightPercent}%` }}
                className={cn('min-w-0 flex-1 rounded-inner', LOOKS[look])}
              />
            ))}
          </div>
          <p className="mb-3 flex justify-between pt-1 text-muted text-xs">
            <span>{utcDateText(first.date)}</span>
            <span>Today, UTC</span>
          </p>
        </>
      )}
      <p className="pb-3 text-muted">
        {all.percentage === null ? (
          'No report was due yet.'
        ) : (
          <span>
            <Num value={all.received} /> of <Num value={all.expected} /> expected reports received, one in
            each interval of the plan then in force.
          </span>
        )}
      </p>
      {gaps?.length === 0 && (
        <p className="text-muted">
          No gap in the last 30 days: a report arrived at least every second interval.
        </p>
      )}
      {gaps !== null && gaps.length > 0 && (
        <div className="-mx-4 -mb-4 border-t">
          <LongTable
            label="Gaps of the last 30 days, newest first"
            columns={gapColumns(annotations)}
            rows={gaps.toReversed()}
            keyOf={({ fromMs }) => fromMs}
            isStacked={false}
          />
        </div>
      )}
    </Card>
  );
}

const gapColumns = (annotations: Annotations | null): readonly Column<Gap>[] => [
  { header: 'No reports for', cell: ({ fromMs, toMs }) => durationText(toMs - fromMs) },
  { header: 'From', cell: ({ fromMs }) => <Time atMs={fromMs} /> },
  { header: 'Until', cell: ({ toMs }) => <Time atMs={toMs} /> },
  {
    header: 'Known as',
    className: 'max-w-48 truncate',
    cell: ({ fromMs, toMs }) => {
      const mark = annotations?.marks.find(({ atMs }) => atMs >= fromMs && atMs <= toMs);
      return mark ? <bdi>{markText(mark)}</bdi> : '–';
    },
  },
];
