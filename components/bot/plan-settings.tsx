'use client';

import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { Form } from '@/components/ui/form';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { askForPlanAction } from '@/lib/actions/bot-settings';
import { paths } from '@/lib/contract/paths';
import { intervalText, nextPlan, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { PlanRequest, PlanUse } from '@/lib/domain/quota/plan-request';
import { planChangeHint } from '@/lib/view/plan-gains';
import { PlanRequestState, PlanUseLine } from './plan-request';

type Props = {
  botId: string;
  plan: PlanName;
  /** The latest request, open or answered. */
  request: PlanRequest | null;
  /** What may be asked for now. */
  larger: readonly PlanName[];
  use: PlanUse | null;
  isOwner: boolean;
  /** Whether the reader is an admin. */
  isAdmin: boolean;
};

/** The use of a bot's plan, what its owner asked for, and the form that asks for a larger one. */
export function PlanSettings({ botId, plan, request, larger, use, isOwner, isAdmin }: Props) {
  const isOpen = request?.status === 'open';
  return (
    <div className="flex flex-col gap-4 pt-2">
      {use !== null && (
        <p>
          <PlanUseLine use={use} />
        </p>
      )}
      {request !== null && (
        <Notice tone={request.status === 'granted' ? 'healthy' : 'info'} role="none">
          <PlanRequestState request={request} />
        </Notice>
      )}
      {nextPlan(plan) === null && <p className="text-muted text-xs">This is the largest plan.</p>}
      {isAdmin ? (
        <p className="text-muted text-xs">
          {isOpen ? (
            <Link href={paths.admin.overview} className="underline underline-offset-4">
              Answer it in the overview
            </Link>
          ) : (
            planChangeHint(true)
          )}
        </p>
      ) : (
        isOwner &&
        larger.length > 0 && (
          <Form
            action={askForPlanAction}
            hidden={{ botId }}
            submitLabel="Ask for this plan"
            className="flex flex-col gap-4"
            footer={(submit) => (
              <div>
                {submit}
                <p className="mt-2 text-muted text-xs">An admin sees the figures above and answers here.</p>
              </div>
            )}
          >
            {({ errors }) => (
              <ChoiceGroup legend="Larger plan" error={errors.plan ?? null}>
                {larger.map((name, at) => (
                  <Choice
                    key={name}
                    type="radio"
                    name="plan"
                    value={name}
                    defaultChecked={at === 0}
                    label={PLANS[name].displayName}
                    hint={
                      <span>
                        <Num value={PLANS[name].callsPerCycle} /> calls in 30 days, a report every{' '}
                        <span>{intervalText(PLANS[name]).replace(/^1 /, '')}</span>
                      </span>
                    }
                  />
                ))}
              </ChoiceGroup>
            )}
          </Form>
        )
      )}
    </div>
  );
}
