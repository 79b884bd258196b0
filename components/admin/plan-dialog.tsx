'use client';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FormDialog } from '@/components/ui/form-dialog';
import { TextField } from '@/components/ui/text-field';
import { declinePlanAction, grantPlanAction } from '@/lib/actions/bot-settings';
import { REASON_LENGTH_MAX } from '@/lib/domain/people/names';
import { PLANS } from '@/lib/domain/quota/plan';
import type { PlanRequest } from '@/lib/domain/quota/plan-request';

/** An open request with the names of its bot and owner. */
export type RequestRow = {
  readonly request: PlanRequest;
  readonly botName: string;
  readonly ownerName: string;
  readonly ownerEmail: string;
};

type Props = { what: 'grant' | 'decline'; row: RequestRow; onClose: () => void };

/** Grants what an owner asked for, or declines it with a sentence. */
export function PlanDialog({ what, row: { request, botName }, onClose }: Props) {
  const plan = PLANS[request.plan].displayName;
  const hidden = { botId: request.botId, askedAtMs: String(request.askedAtMs) };
  if (what === 'grant') {
    return (
      <ConfirmDialog
        title={`Give “${botName}” the ${plan} plan`}
        description="It applies from the bot’s next call. Its owner is notified."
        submitLabel="Grant plan"
        isDangerous={false}
        action={grantPlanAction}
        hidden={hidden}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={`Decline ${plan} for “${botName}”`}
      description="The plan stays as it is."
      submitLabel="Decline request"
      action={declinePlanAction}
      hidden={hidden}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          label="Answer"
          name="answer"
          required
          hint="One sentence, shown to its owner on the bot’s pages."
          maxLength={REASON_LENGTH_MAX}
          autoComplete="off"
          error={errors.answer}
        />
      )}
    </FormDialog>
  );
}
