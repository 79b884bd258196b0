/** A complete link, sent once to the page of the admin who issued it. `path` holds the token. */
export type ShownLinkValue = {
  readonly path: string;
  readonly email: string;
  readonly expiresAtMs: number;
  /** Whether it is also sent by e-mail. */
  readonly isMailed: boolean;
};
