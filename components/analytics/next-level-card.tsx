import { Card } from '@/components/ui/card';
import { nextPlan, type PlanName } from '@/lib/domain/quota/plan';
import { planChangeHint } from '@/lib/view/plan-gains';

type Props = { plan: PlanName; added: readonly string[]; isAdmin: boolean };

/** What the next plan adds to this page, in words. */
export function NextLevelCard({ plan, added, isAdmin }: Props) {
  const next = nextPlan(plan);
  if (next === null) return null;
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
