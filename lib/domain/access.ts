/** Sign-ins and denials, which are counted per hour and kept for a limited time. */

const ACCESS_KINDS = ['sign-in', 'sign-in.refuse', 'deny'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

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
