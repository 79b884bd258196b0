import { PLANS, type PlanName } from '@/lib/domain/quota/plan';

export type WebhookLimit = {
  readonly hasRoom: boolean;
  readonly isDiscordOnly: boolean;
  /** How many webhooks the plan has, and how many are left. */
  readonly text: string;
};

/** How many webhooks a bot can have that has `count` of them (contract section 1). */
export function webhookLimit(plan: PlanName, count: number): WebhookLimit {
  const { displayName, webhooksMax, features } = PLANS[plan];
  const hasRoom = count < webhooksMax;
  const used = `${count} of ${webhooksMax} ${webhooksMax === 1 ? 'webhook' : 'webhooks'} used.`;
  const kinds = features.customWebhooks
    ? ''
    : ` The ${displayName} plan has Discord only; a larger one has signed webhooks too.`;
  return {
    hasRoom,
    isDiscordOnly: !features.customWebhooks,
    text: used + kinds + (hasRoom ? '' : ' Remove one to add another.'),
  };
}
