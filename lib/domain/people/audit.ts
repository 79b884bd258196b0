/** The audit log: who changed what, kept forever. */

export type AuditAction =
  | `bot.${'create' | 'change' | 'publish' | 'pause' | 'resume' | 'unpublish' | 'delete' | 'ask-plan' | 'decline-plan'}`
  | `key.${'create' | 'rotate' | 'revoke'}`
  | `user.${'invite' | 'add-invited' | 'uninvite' | 'create' | 'change' | 'delete' | 'reset' | 'set-password' | 'change-password' | 'digest'}`
  | `identity.${'connect' | 'disconnect'}`
  | `factor.${'enable' | 'disable' | 'renew-codes' | 'recover' | 'reset'}`
  | `sign-out.${'everywhere' | 'session'}`
  | `webhook.${'create' | 'change' | 'delete' | 'rotate-secret'}`
  | `votes.${'add-source' | 'delete-source' | 'pause-source' | 'resume-source' | 'rotate-source' | 'purge'}`
  | `marks.${'add' | 'delete'}`
  | `people.${'invite' | 'withdraw' | 'join' | 'decline' | 'change' | 'remove' | 'leave'}`
  | 'alerts.change'
  | 'database.restore';

/** What entries can be about: the first part of their actions. */
export const AUDIT_KINDS = [
  'bot',
  'key',
  'user',
  'identity',
  'factor',
  'sign-out',
  'webhook',
  'votes',
  'marks',
  'people',
  'alerts',
  'database',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Fields of changes that hold the id of a person or a key. */
export const ID_FIELDS: readonly string[] = ['ownerId', 'userId', 'keyId'];

/** Actions that can be denied; not all of them write an audit entry when they succeed. */
export type DeniableAction =
  | AuditAction
  | 'notices.dismiss'
  | 'notifications.read'
  | 'bot.pin'
  | 'stats.send'
  | 'factor.start'
  | 'factor.forget-browser'
  | 'setup'
  | 'sign-in'
  | 'link.redeem'
  | 'mails.end'
  | 'user.forgot'
  | 'user.time-zone'
  | 'webhook.test'
  | 'webhook.send-again';

/** `before` and `after` hold what changed, never a secret. */
export type AuditEntry = {
  /** A caller as named by actorOf; `setup` or `environment` for the first admin. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The id of the bot or person concerned. */
  readonly subject: string;
  readonly before?: object;
  readonly after?: object;
};

/** An audit entry with the names that lists show. */
export type AuditRecord = {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  /** The actor's email address, if they are a person. */
  readonly actorEmail: string | null;
  /** An AuditAction, or what another version of Botmeter wrote. */
  readonly action: string;
  readonly subject: string;
  /** The subject's email address, if it is a person. */
  readonly subjectEmail: string | null;
  readonly before: object | null;
  readonly after: object | null;
};

/** Sign-ins and denials, which are counted per hour and kept for a limited time. */

export type AccessKind = 'sign-in' | 'sign-in.refuse' | 'deny';

/** A sign-in, a refused sign-in, or a request for something the person may not do. */
export type AccessEvent = {
  readonly kind: AccessKind;
  /** A person's id, or `unknown` for a sign-in under an unknown address. */
  readonly subject: string;
  /** The sign-in method, or the denied action. */
  readonly detail: string;
  /** The client's IP address; empty if not recorded. */
  readonly address: string;
};

/** All events of one kind and subject in one hour, with the detail and address of the last one. */
export type AccessRecord = AccessEvent & {
  readonly hourMs: number;
  readonly count: number;
  readonly lastAtMs: number;
  readonly subjectEmail: string | null;
};

/** Selects entries of the audit log. All that are given must hold. */
export type AuditWithin = {
  /** The first part of the action: `bot`. */
  readonly kind?: string;
  /** The id of who acted or on whom. */
  readonly person?: string;
  readonly bot?: string;
};
