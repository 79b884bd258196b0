'use client';

import { Card } from '@/components/ui/card';
import { Form } from '@/components/ui/form';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { askForPlanAction } from '@/lib/actions/bot-settings';
import { paths } from '@/lib/contract/paths';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { callsADay } from '@/lib/domain/quota/forecast';
import { DAY_MS, nextPlan, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { PlanRequest, PlanUse } from '@/lib/domain/quota/plan-request';
import { planChangeHint } from '@/lib/view/plan-lines';
import { PlanRequestState, PlanUseLine } from './plan-request';
import { PlansTable } from './plans-table';

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
  /** SUPPORT_URL; `null` if it is not set. */
  supportUrl: string | null;
};

/** The plans side by side, how the bot's own is used, what its owner asked for, and what asks for a larger one. */
export function PlanSettings({ botId, plan, request, larger, use, isOwner, isAdmin, supportUrl }: Props) {
  return (
    <Card title="Plan">
      <p className="text-control text-muted">
        {isAdmin && request?.status === 'open' ? (
          <Link href={paths.admin.overview} className="underline underline-offset-4">
            Answer the request in the overview
          </Link>
        ) : (
          planChangeHint(isAdmin)
        )}
      </p>
      {request !== null && (
        <Notice tone={request.status === 'granted' ? 'healthy' : 'info'} role="none" className="mt-3">
          <PlanRequestState request={request} />
        </Notice>
      )}
      <PlansTable own={plan} className="-mx-4 my-3 w-auto border-t" />
      {use !== null && (
        <p className="text-control">
          <PlanUseLine use={use} />
          <ShareOfNext use={use} />
        </p>
      )}
      {isOwner && !isAdmin && (
        <div className="mt-3 flex flex-wrap gap-2">
          {larger.map((name) => (
            <Form
              key={name}
              action={askForPlanAction}
              hidden={{ botId, plan: name }}
              submitLabel={`Ask for ${PLANS[name].displayName}`}
            />
          ))}
        </div>
      )}
      {PLANS[plan].features.prioritySupport && (
        <p className="mt-3 text-xs">
          <span>Priority support: </span>
          {supportUrl === null ? (
            <span>{isAdmin ? 'SUPPORT_URL is not set.' : 'ask your admin.'}</span>
          ) : (
            <a href={supportUrl} className="underline underline-offset-4">
              contact support
            </a>
          )}
        </p>
      )}
    </Card>
  );
}

/** What the pace so far would use of the next plan; nothing without a pace or a larger plan. */
function ShareOfNext({ use: { formerPlan, pace } }: { use: PlanUse }) {
  const next = nextPlan(formerPlan);
  if (next === null || pace === null) return null;
  const percent = Math.ceil((100 * callsADay(pace) * (CYCLE_MS / DAY_MS)) / next.callsPerCycle);
  return (
    <span className="block text-muted">
      At this pace <span>{next.displayName}</span> would use <Num value={percent} />% of its quota.
    </span>
  );
}
