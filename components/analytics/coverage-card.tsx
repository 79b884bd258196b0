import { Card } from '@/components/ui/card';
import { Num, Percent } from '@/components/ui/num';
import type { Coverage } from '@/lib/domain/history/analytics';

/** How many of the expected reports arrived, as a bar and in words. */
export function CoverageCard({ coverage: { expected, received, percentage } }: { coverage: Coverage }) {
  return (
    <Card title="Reports received">
      <p className="font-semibold text-xl">
        {percentage === null ? '–' : <Percent value={percentage} decimals={2} />}
      </p>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="my-3 h-3 w-full" aria-hidden="true">
        <rect width="100" height="4" fill="var(--line)" />
        <rect width={percentage ?? 0} height="4" fill="var(--accent)" />
      </svg>
      <p className="text-muted">
        {percentage === null ? (
          'No report was due yet.'
        ) : (
          <span>
            <Num value={received} /> received, <Num value={expected} /> expected: in the last 7 days, or since
            the first report or the last plan change if that is later.
          </span>
        )}
      </p>
    </Card>
  );
}
