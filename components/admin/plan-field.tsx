'use client';

import { useState } from 'react';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import { intervalText, isPlanName, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { BotRow } from '@/lib/view/admin-rows';
import { type PlanLosses, planLosses } from '@/lib/view/plan-losses';

type Props = {
  /** The bot that is edited, if any. */
  row: Pick<BotRow, 'plan' | 'used' | 'resetAtMs'> | undefined;
  /** The plan that was chosen before the form was refused. */
  typed: string | undefined;
  error: string | undefined;
};

/** The choice of a plan, with a warning of what a smaller one stops. */
export function PlanField({ row, typed, error }: Props) {
  const [plan, setPlan] = useState<PlanName>(isPlanName(typed) ? typed : (row?.plan ?? 'free'));
  const losses = row === undefined ? null : planLosses(row.plan, plan, row.used);
  return (
    <>
      <ChoiceGroup legend="Plan" error={error ?? null}>
        {Object.values(PLANS).map((each) => (
          <Choice
            key={each.name}
            type="radio"
            name="plan"
            value={each.name}
            defaultChecked={plan === each.name}
            onChange={() => setPlan(each.name)}
            label={each.displayName}
            hint={
              <span>
                <Num value={each.callsPerCycle} /> calls in 30 days, a report every{' '}
                <span>{intervalText(each).replace(/^1 /, '')}</span>
              </span>
            }
          />
        ))}
      </ChoiceGroup>
      {losses !== null && row !== undefined && (
        <Notice tone="warning">
          <LossList losses={losses} resetAtMs={row.resetAtMs} />
        </Notice>
      )}
    </>
  );
}

function LossList({ losses, resetAtMs }: { losses: PlanLosses; resetAtMs: number }) {
  const { overused, interval, historyDays } = losses;
  return (
    <ul className="flex flex-col gap-1">
      {overused !== null && (
        <li>
          <Num value={overused.used} /> calls are used and this plan has <Num value={overused.limit} />: its
          reports are refused until the reset on <Time atMs={resetAtMs} style="day" />.
        </li>
      )}
      {interval !== null && <li>{`Reports are accepted every ${interval}; earlier ones are refused.`}</li>}
      {historyDays !== null && (
        <li>{`History beyond ${historyDays} days is hidden at once and deleted after 7 days.`}</li>
      )}
    </ul>
  );
}
