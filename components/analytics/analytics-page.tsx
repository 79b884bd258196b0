import type { Elements } from '@/components/ui/elements';
import type { AnalyticsView, PageAnalytics } from '@/lib/contract/views';
import { MEASURES } from '@/lib/view/charts/chart';
import { CoverageCard } from './coverage-card';
import { GrowthCard } from './growth-card';
import { MonthsCard } from './months-card';
import { NextLevelCard } from './next-level-card';
import { WeekdaysCard } from './weekdays-card';

type Props = {
  view: Omit<AnalyticsView, 'breakdown'> & { readonly analytics: PageAnalytics };
  isAdmin: boolean;
  /** What used the quota. */
  children: Elements;
};

/** What the analytics level of a bot's plan has. */
export function AnalyticsPage({ view, isAdmin, children }: Props) {
  const { nowMs, plan, analytics, annotations } = view;
  const { advanced, enterprise, level, days } = analytics;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {MEASURES.map((measure) => (
        <GrowthCard key={measure.key} analytics={analytics} {...{ measure, plan, nowMs }} />
      ))}
      {advanced !== null && <WeekdaysCard trends={advanced.trends} />}
      <CoverageCard coverage={days} gaps={advanced?.gaps ?? null} annotations={annotations} />
      {level !== 'enterprise' && <NextLevelCard {...{ plan, level, isAdmin }} />}
      <div className="grid min-w-0 lg:col-span-2">{children}</div>
      {enterprise !== null &&
        MEASURES.map((measure) => <MonthsCard key={measure.key} enterprise={enterprise} measure={measure} />)}
    </div>
  );
}
