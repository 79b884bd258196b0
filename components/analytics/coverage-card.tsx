'use client';

import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { Num, Percent } from '@/components/ui/num';
import type { CoverageByDay } from '@/lib/domain/history/coverage';
import { type CoverageBar, coverageBars } from '@/lib/view/coverage-bars';
import { utcDateText } from '@/lib/view/times';

const LOOKS: Readonly<Record<CoverageBar['look'], string>> = {
  full: 'bg-healthy-mark',
  part: 'bg-warning-mark',
  paused: 'bg-line',
  none: 'bg-gap',
};

/** How many of the expected reports arrived, in all and by UTC day. */
export function CoverageCard({ coverage: { all, days } }: { coverage: CoverageByDay }) {
  const [first] = days;
  return (
    <Card title="Reports received">
      <p className="font-semibold text-xl">
        {all.percentage === null ? '–' : <Percent value={all.percentage} decimals={2} />}
      </p>
      {first !== undefined && (
        <>
          <div
            role="img"
            aria-label="Reports received by UTC day"
            className="mt-3 flex h-10 items-end gap-px"
          >
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
      <p className="text-muted">
        {all.percentage === null ? (
          'No report was due yet.'
        ) : (
          <span>
            <Num value={all.received} /> received, <Num value={all.expected} /> expected, one in each interval
            of the plan then in force.
          </span>
        )}
      </p>
    </Card>
  );
}
