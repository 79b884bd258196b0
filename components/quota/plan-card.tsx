import { ArrowUp, Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { Num } from '@/components/ui/num';
import type { PlanLine, PlanValue } from '@/lib/view/plan-gains';
import { PlanBadge } from './status-badge';

type PlanCardProps = {
  displayName: string;
  /** Of `planLines`. */
  lines: readonly PlanLine[];
  /** The next plan and what it adds (of `planGains`); `null` when it is not to be shown. */
  next: { readonly displayName: string; readonly gains: readonly PlanLine[] } | null;
};

/** What the plan has, and what the next one would add. */
export function PlanCard({ displayName, lines, next }: PlanCardProps) {
  return (
    <Card title="Plan" aside={<PlanBadge displayName={displayName} />}>
      <KeyValues items={lines.map(toItem)} />
      {next !== null && (
        <div className="mt-4 rounded bg-inset px-3 pt-3 pb-1">
          <h3 className="flex items-center gap-2 font-semibold text-sm">
            <ArrowUp className="size-4 text-accent" aria-hidden="true" />
            With {next.displayName}
          </h3>
          <KeyValues items={next.gains.map(toItem)} />
          <p className="py-2 text-muted text-xs">An administrator can change the plan.</p>
        </div>
      )}
    </Card>
  );
}

const toItem = ({ name, value }: PlanLine): { name: string; value: ReactNode } => ({
  name,
  value: <Value value={value} />,
});

function Value({ value }: { value: PlanValue }) {
  if (typeof value === 'number') return <Num value={value} />;
  if (typeof value === 'string') return <>{value === 'none' ? 'None' : capitalized(value)}</>;
  const Icon = value ? Check : Minus;
  return (
    <span className={value ? undefined : 'text-muted'}>
      <Icon className="mr-1 inline size-4" aria-hidden="true" />
      {value ? 'Yes' : 'No'}
    </span>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
