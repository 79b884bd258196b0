import { Check, Minus } from 'lucide-react';
import { DataTable } from '@/components/ui/data-table';
import { Num } from '@/components/ui/num';
import { PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { PLAN_LINES, type PlanValue } from '@/lib/view/plan-lines';

/** What each plan allows, side by side; `own` is marked. */
export const PlansTable = ({ own, className = '' }: { own?: PlanName; className?: string }) => (
  <DataTable
    label="What each plan allows"
    className={className}
    rows={PLAN_LINES}
    keyOf={({ name }) => name}
    columns={[
      {
        header: 'Per bot',
        className: 'text-muted max-sm:justify-start! max-sm:font-medium',
        cell: ({ name }) => name,
      },
      ...PLAN_NAMES.map((name) => {
        const look = name === own ? 'bg-inset' : '';
        return {
          header: PLANS[name].displayName + (name === own ? ', now' : ''),
          className: look,
          headClassName: look,
          cell: ({ of }: (typeof PLAN_LINES)[number]) => <Feature value={of(PLANS[name])} />,
        };
      }),
    ]}
  />
);

function Feature({ value }: { value: PlanValue }) {
  if (typeof value === 'number') return <Num value={value} />;
  if (typeof value === 'string') return <span className="inline-block first-letter:uppercase">{value}</span>;
  const Icon = value ? Check : Minus;
  return (
    <span className="whitespace-nowrap">
      <Icon className="mr-1 inline size-4 align-text-bottom" />
      <span>{value ? 'Yes' : 'No'}</span>
    </span>
  );
}
