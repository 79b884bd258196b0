'use client';

import { Card } from '@/components/ui/card';
import type { Column } from '@/components/ui/data-table';
import { LongTable } from '@/components/ui/long-table';
import { Time } from '@/components/ui/time';
import type { Gap } from '@/lib/domain/history/gaps';
import { durationText } from '@/lib/domain/text/duration';
import { gapMarks, sinceMark } from '@/lib/view/analytics';

const COLUMNS: readonly Column<Gap>[] = [
  { header: 'From', cell: ({ fromMs }) => <Time atMs={fromMs} /> },
  { header: 'Until', cell: ({ toMs }) => <Time atMs={toMs} /> },
  { header: 'Length', isNumeric: true, cell: ({ fromMs, toMs }) => durationText(toMs - fromMs) },
];

type GapsCardProps = { gaps: readonly Gap[]; registeredAtMs: number; nowMs: number };

/** When no report was received for more than two intervals, over the last 30 days. */
export function GapsCard({ gaps, registeredAtMs, nowMs }: GapsCardProps) {
  const { left, width } = sinceMark(registeredAtMs, nowMs);
  return (
    <Card title="Gaps of the last 30 days">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-2 h-6 w-full" aria-hidden="true">
        <rect x={left} width={width} height="4" fill="var(--healthy-mark)" fillOpacity="0.25" />
        {gapMarks(gaps, nowMs).map((gap) => (
          <rect key={gap.fromMs} x={gap.left} width={gap.width} height="4" fill="var(--critical-mark)" />
        ))}
      </svg>
      <p className="flex justify-between pb-2 text-muted text-xs">
        <span>30 days ago</span>
        <span>now</span>
      </p>
      {gaps.length === 0 ? (
        <p className="text-muted">No gap: a report arrived at least every second interval.</p>
      ) : (
        <div className="-mx-4 -mb-4 border-t">
          <LongTable
            label="Gaps, newest first"
            columns={COLUMNS}
            rows={gaps.toReversed()}
            keyOf={({ fromMs }) => fromMs}
            isStacked={false}
          />
        </div>
      )}
    </Card>
  );
}
