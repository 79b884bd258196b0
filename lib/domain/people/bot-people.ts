import { DAY_MS } from '../quota/plan';

/** People who see and run a bot beside its owner. What each may do is decided in lib/services/rights.ts. */

export type BotRole = 'manager' | 'viewer';
export const BOT_ROLES = ['manager', 'viewer'] as const satisfies readonly BotRole[];

export type BotPerson = {
  readonly botId: string;
  readonly userId: string;
  readonly role: BotRole;
  readonly joinedAtMs: number;
};

/** Asks whoever has this address; nothing changes for them until they accept. */
export type BotInvitation = {
  readonly botId: string;
  readonly email: string;
  readonly role: BotRole;
  /** The id of who invited, or `operator`. */
  readonly issuer: string;
  readonly createdAtMs: number;
};

/** The most people of a bot, with its open invitations. */
export const BOT_PEOPLE_MAX = 20;

/** How long an invitation can be accepted. */
export const BOT_INVITATION_MS = 7 * DAY_MS;

/** The most invitations that one person makes in a day, whatever becomes of them. */
export const BOT_INVITATIONS_PER_DAY = 20;
