import type { Elements } from '@/components/ui/elements';
import type { AnalyticsView, PageAnalytics } from '@/lib/contract/views';
import { MEASURES } from '@/lib/view/charts/chart';
import { CoverageCard } from './coverage-card';
import { GapsCard } from './gaps-card';
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

/** What the analytics level of a bot's plan has, pictures first. */
export function AnalyticsPage({ view: { nowMs, bot, plan, analytics }, isAdmin, children }: Props) {
  const { advanced, enterprise, level } = analytics;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {MEASURES.map((measure) => (
        <GrowthCard key={measure.key} analytics={analytics} {...{ measure, plan, nowMs }} />
      ))}
      <div className="grid min-w-0 lg:col-span-2">{children}</div>
      {enterprise !== null &&
        MEASURES.map((measure) => <MonthsCard key={measure.key} enterprise={enterprise} measure={measure} />)}
      {advanced !== null && <WeekdaysCard trends={advanced.trends} />}
      <div className={advanced === null ? 'contents' : 'flex min-w-0 flex-col gap-4'}>
        <CoverageCard coverage={analytics.days} />
        {advanced !== null && (
          <GapsCard gaps={advanced.gaps} registeredAtMs={bot.registeredAtMs} nowMs={nowMs} />
        )}
        <NextLevelCard {...{ plan, level, isAdmin }} />
      </div>
    </div>
  );
}
