import { PLANS, type PlanName } from '@/lib/domain/quota/plan';

export type EndpointLimit = {
  readonly hasRoom: boolean;
  readonly isDiscordOnly: boolean;
  /** How many endpoints the plan has, and how many are left. */
  readonly text: string;
};

/** How many endpoints a bot can have that has `count` of them (contract section 1). */
export function endpointLimit(plan: PlanName, count: number): EndpointLimit {
  const { displayName, endpointsMax, features } = PLANS[plan];
  const left = Math.max(0, endpointsMax - count);
  const most = features.customWebhooks
    ? `${endpointsMax} endpoints, signed webhooks and Discord together`
    : 'one endpoint, for a Discord webhook; a larger plan has signed webhooks too';
  const rest = left === 0 ? 'none is left: remove one to add another' : `${left} left`;
  return {
    hasRoom: left > 0,
    isDiscordOnly: !features.customWebhooks,
    text: `The ${displayName} plan has ${most}. ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`,
  };
}
