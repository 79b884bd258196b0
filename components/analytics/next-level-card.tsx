import { Card } from '@/components/ui/card';
import type { Analytics } from '@/lib/domain/history/analytics';
import { nextPlan, type PlanName } from '@/lib/domain/quota/plan';
import { planChangeHint } from '@/lib/view/plan-lines';

/** What the level above adds, in words; nothing on the highest. */
const ADDED_BY_NEXT = {
  basic: [
    'how the number of servers changes by the day of the week',
    'every gap of the last 30 days',
    'each change beside that of the period before',
  ],
  advanced: [
    'the last 12 months with their lowest and highest values',
    'the records of a year and when they were reached',
    'the change against a year ago',
  ],
  enterprise: [],
} as const;

type Props = { plan: PlanName; level: Analytics['level']; isAdmin: boolean };

/** What the next plan adds to this page, in words. */
export function NextLevelCard({ plan, level, isAdmin }: Props) {
  const [next, added] = [nextPlan(plan), ADDED_BY_NEXT[level]];
  if (next === null || added.length === 0) return null;
  return (
    <Card title={`With ${next.displayName}`}>
      <ul className="list-disc pl-5">
        {added.map((what) => (
          <li key={what} className="py-1">
            {what}
          </li>
        ))}
      </ul>
      <p className="pt-2 text-muted text-xs">{`History of ${next.historyDays} days. ${planChangeHint(isAdmin)}`}</p>
    </Card>
  );
}
