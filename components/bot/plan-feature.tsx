import { Check, Minus } from 'lucide-react';
import { Num } from '@/components/ui/num';
import type { PlanValue } from '@/lib/view/plan-gains';

/** The value of a plan's feature. */
export function PlanFeature({ value }: { value: PlanValue }) {
  if (typeof value === 'number') return <Num value={value} />;
  if (typeof value === 'string') return <span>{capitalized(value)}</span>;
  const Icon = value ? Check : Minus;
  return (
    <span className="whitespace-nowrap">
      <Icon className="mr-1 inline size-4 align-text-bottom" />
      <span>{value ? 'Yes' : 'No'}</span>
    </span>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
