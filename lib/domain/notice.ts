/** Notices to a person about their own account, and to admins about the service. */

const NOTICE_KINDS = [
  'identity.connect',
  'identity.disconnect',
  'user.set-password',
  'sign-out.everywhere',
  'bots.outage',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something that a person is to know, shown to them on every page until they dismiss it. */
export type PersonNotice = {
  readonly id: string;
  readonly atMs: number;
  readonly kind: NoticeKind;
  /** The actor, as the audit log names them; empty for what time causes. */
  readonly actor: string;
  /**
   * For an identity: its provider and subject, separated by a space. For an outage: how many bots fell silent, and of
   * how many.
   */
  readonly detail: string;
};

/** The most notices per person; the oldest are dropped. */
export const NOTICES_MAX = 20;
