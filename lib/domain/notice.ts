/** Notices to a person about their own account. */

const NOTICE_KINDS = [
  'identity.connect',
  'identity.disconnect',
  'user.set-password',
  'sign-out.everywhere',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something that happened to a person's account, shown on every page until they dismiss it. */
export type PersonNotice = {
  readonly id: string;
  readonly atMs: number;
  readonly kind: NoticeKind;
  /** The actor, as the audit log names them. */
  readonly actor: string;
  /** For an identity: its provider and subject, separated by a space. */
  readonly detail: string;
};

/** The most notices per person; the oldest are dropped. */
export const NOTICES_MAX = 20;
