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
  const left = Math.max(0, webhooksMax - count);
  const most = features.customWebhooks
    ? `${webhooksMax} webhooks, signed ones and Discord together`
    : 'one webhook, for Discord only; a larger plan has signed ones too';
  const rest = left === 0 ? 'none is left: remove one to add another' : `${left} left`;
  return {
    hasRoom: left > 0,
    isDiscordOnly: !features.customWebhooks,
    text: `The ${displayName} plan has ${most}. ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`,
  };
}
