import type { VoteKind } from '@/lib/domain/votes/vote';

/** A complete key, sent once to the page that requested it (contract section 7). */
export type ShownKeyValue = {
  readonly keyId: string;
  readonly key: string;
  readonly name: string;
  readonly botId: string;
};

/** A complete link, sent once to the page of the admin who issued it. `path` holds the token. */
export type ShownLinkValue = {
  readonly path: string;
  readonly email: string;
  readonly expiresAtMs: number;
  /** Whether it is also sent by email. */
  readonly isMailed: boolean;
};

/** The secret of a webhook, sent once to the page that made it (contract section 9). */
export type ShownSecretValue = { readonly secret: string };

/** A new source of votes, sent once to the page that made it; `secret` is `null` if the list has issued it. */
export type ShownSourceValue = {
  readonly kind: VoteKind;
  readonly path: string;
  readonly secret: string | null;
};
