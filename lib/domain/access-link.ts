import { DAY_MS } from './plan';
import { isActingAdmin, type Role, type User } from './user';

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
  /** Who issued it, as the audit log names them. */
  readonly issuer: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

/** How long a link works that an admin issued. */
export const LINK_MS = 7 * DAY_MS;
/** How long a link works that a person was mailed because they forgot their password. */
export const OWN_RESET_MS = DAY_MS;

/** Whether a link works at `nowMs`; `issuer` is the person who issued it as they are now, `null` if there is none. */
export const isLinkLive = (link: AccessLink, issuer: User | null, nowMs: number): boolean =>
  nowMs < link.expiresAtMs &&
  (link.issuer === OPERATOR_ISSUER || (issuer?.id === link.issuer && mayHaveIssued(link, issuer)));

/** Whoever forgot their password issues the link themselves, and only their mailbox gets it. */
const mayHaveIssued = ({ kind, userId }: AccessLink, issuer: User): boolean =>
  isActingAdmin(issuer) || (kind === 'reset' && issuer.id === userId && !issuer.isDisabled);

const OPERATOR_ISSUER = 'operator';
