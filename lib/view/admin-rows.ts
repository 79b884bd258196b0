import type { Account } from '@/lib/domain/bots/account';
import type { BotState } from '@/lib/domain/bots/bot-state';
import type { AccessEvent } from '@/lib/domain/people/audit';
import type { Role } from '@/lib/domain/people/caller';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { actionWords, actorWords, valueWords } from './audit-words';

/** A row of the admins' table of bots. */
export type BotRow = {
  readonly id: string;
  readonly name: string;
  readonly ownerName: string;
  readonly ownerEmail: string;
  readonly plan: PlanName;
  readonly planName: string;
  readonly isDisabled: boolean;
  readonly state: BotState;
  readonly used: number;
  readonly limit: number;
  readonly resetAtMs: number;
  readonly lastReportAtMs: number | null;
};

export function botRow(account: Account, owner: { name: string; email: string }, state: BotState): BotRow {
  const { used, limit, resetAtMs } = quotaOf(account);
  return {
    id: account.botId,
    name: account.name,
    ownerName: owner.name,
    ownerEmail: owner.email,
    plan: account.plan,
    planName: PLANS[account.plan].displayName,
    isDisabled: account.isDisabled,
    state,
    used,
    limit,
    resetAtMs,
    lastReportAtMs: account.lastReport?.atMs ?? null,
  };
}

/** The newest refused call of a bot, for the admins' overview. */
export type RefusedCallRow = {
  readonly botId: string;
  readonly botName: string;
  readonly error: string;
  readonly message: string;
  readonly lastAtMs: number;
};

/** A webhook and the mean time of its last tries, for the admins' overview. */
export type SlowWebhookRow = {
  readonly webhookId: string;
  readonly botId: string;
  readonly botName: string;
  readonly host: string;
  readonly meanMs: number;
};

/** A row of the admins' table of people. */
export type PersonRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  /** Owns bots, but has not accepted their invitation yet. */
  readonly isInvited?: boolean;
  readonly botCount: number;
  /** Accounts at other providers that sign this person in. */
  readonly identityCount: number;
  readonly createdAtMs: number;
};

/** An invitation that was not used yet; `userId` is the id that its person would get. */
export type InvitationRow = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly issuer: string;
  readonly issuerName: string | null;
  readonly expiresAtMs: number;
};

/** Sign-ins or denials of one hour, as text. */
export type AccessRow = {
  readonly id: string;
  readonly lastAtMs: number;
  /** A person's email address, or their id if deleted; or the kind of caller. */
  readonly who: string;
  readonly what: string;
  readonly count: number;
  /** The sign-in method, or the denied action. */
  readonly detail: string;
  /** Empty if not recorded. */
  readonly address: string;
};

type Access = AccessEvent &
  Pick<AccessRow, 'count' | 'lastAtMs'> & {
    readonly hourMs: number;
    readonly subjectEmail: string | null;
  };

export const accessRow = ({ kind, subject, subjectEmail, hourMs, detail, ...rest }: Access): AccessRow => ({
  ...rest,
  id: `${hourMs} ${kind} ${subject}`,
  who: subjectEmail ?? actorWords(subject),
  what: actionWords(kind),
  detail: kind === 'deny' ? actionWords(detail) : valueWords(detail),
});
