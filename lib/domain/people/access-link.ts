import { DAY_MS, MINUTE_MS } from '../quota/plan';
import { isActingAdmin, type Role, type User } from './caller';

/** An invitation makes a new person; a reset replaces how a known person signs in. */
export type LinkKind = 'invite' | 'reset';

/** A link that lets its holder into one account, once. The token is only in the link; the service stores a hash. */
export type AccessLink = {
  readonly hash: string;
  readonly kind: LinkKind;
  /** The person's id; the person of an invitation does not exist yet. */
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Who issued it, as the audit log names them; the bot of an invitation that its owner's request made. */
  readonly issuer: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

/** How long a link works that an admin issued. */
export const LINK_MS = 7 * DAY_MS;
/** How long a link works that a person was mailed because they forgot their password. */
export const OWN_RESET_MS = DAY_MS;

/** Mails with such a link that one person gets in a day, and those of them that others can cause. */
export const RESETS_A_DAY = { all: 5, byOthers: 3 } as const;
/** How long a link that was mailed is not mailed again. */
export const YOUNG_RESET_MS = 15 * MINUTE_MS;

/** The mails with such a link to a person in the last day; `lastAtMs` is of the newest that was sent or still waits. */
export type RecentResets = { readonly count: number; readonly lastAtMs: number | null };

/** Whether one more may be mailed. Others cannot use up what is kept for a browser in which the person has signed in. */
export const mayMailReset = (
  { count, lastAtMs }: RecentResets,
  isOwnBrowser: boolean,
  nowMs: number,
): boolean =>
  count < (isOwnBrowser ? RESETS_A_DAY.all : RESETS_A_DAY.byOthers) &&
  (lastAtMs === null || nowMs >= lastAtMs + YOUNG_RESET_MS || nowMs < lastAtMs);

/** Whether a link works at `nowMs`; `issuer` is the person who issued it as they are now, `null` if there is none. */
export const isLinkLive = (link: AccessLink, issuer: User | null, nowMs: number): boolean =>
  nowMs < link.expiresAtMs &&
  (link.issuer === OPERATOR_ISSUER || (issuer?.id === link.issuer && mayHaveIssued(link, issuer)));

/** A person who forgot their password requests this link; it goes to their mailbox only. */
const mayHaveIssued = ({ kind, userId }: AccessLink, issuer: User): boolean =>
  isActingAdmin(issuer) || (kind === 'reset' && issuer.id === userId && !issuer.isDisabled);

const OPERATOR_ISSUER = 'operator';
