import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { Link } from '@/components/ui/link';
import { type PlanLine, planChangeHint } from '@/lib/view/plan-gains';
import { PlanFeature } from './plan-feature';
import { PlanBadge } from './status-badge';

type NextPlan = {
  readonly displayName: string;
  /** The differences, from `planGains`. */
  readonly gains: readonly PlanLine[];
};

type PlanCardProps = {
  displayName: string;
  /** From `planLines`. */
  lines: readonly PlanLine[];
  /** The next plan; `null` when it is not to be shown. */
  next: NextPlan | null;
  /** Where to ask for priority support: an address, or `null` to ask an admin; `undefined` without it. */
  support: string | null | undefined;
  /** Whether the reader is an admin. */
  isAdmin: boolean;
  /** Where an owner asks for a larger plan, and reads the answer; `null` where there is nothing to ask. */
  asking: { readonly href: string; readonly label: string } | null;
};

/** The current plan, and what the next plan would add. */
export function PlanCard({ displayName, lines, next, support, isAdmin, asking }: PlanCardProps) {
  return (
    <Card title="Plan" aside={<PlanBadge displayName={displayName} />}>
      {next === null ? (
        <KeyValues items={lines.map(({ name, value }) => ({ name, value: <PlanFeature value={value} /> }))} />
      ) : (
        <Comparison displayName={displayName} lines={lines} next={next} />
      )}
      {asking !== null ? (
        <p className="pt-2 text-xs">
          <Link href={asking.href} className="underline underline-offset-4">
            {asking.label}
          </Link>
        </p>
      ) : (
        isAdmin && next !== null && <p className="pt-2 text-muted text-xs">{planChangeHint(true)}</p>
      )}
      {support !== undefined && (
        <p className="pt-2 text-xs">
          <span>Priority support: </span>
          {support === null ? (
            <span>{isAdmin ? 'SUPPORT_URL is not set.' : 'ask your admin.'}</span>
          ) : (
            <a href={support} className="underline underline-offset-4">
              contact support
            </a>
          )}
        </p>
      )}
    </Card>
  );
}

function Comparison({
  displayName,
  lines,
  next,
}: Pick<PlanCardProps, 'displayName' | 'lines'> & { next: NextPlan }) {
  const gained = new Map(next.gains.map(({ name, value }) => [name, value]));
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        {`What the ${displayName} plan has, and what ${next.displayName} would add`}
      </caption>
      <thead>
        <tr className="h-8 border-b text-xs">
          <td />
          <ColumnHead>{displayName}</ColumnHead>
          <ColumnHead isNext>{next.displayName}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, value }) => (
          <tr key={name} className="h-8 border-b last:border-b-0">
            <th scope="row" className="py-1 text-left font-normal text-muted">
              {name}
            </th>
            <td className="px-2 py-1 text-right">
              <PlanFeature value={value} />
            </td>
            <td className="py-1 pl-2 text-right font-medium">
              <PlanFeature value={gained.get(name) ?? value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead({ isNext = false, children }: { isNext?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={isNext ? 'pl-2 text-right text-accent' : 'px-2 text-right text-muted'}>
      {children}
    </th>
  );
}
