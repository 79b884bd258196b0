/** The mails that a link ends: one type of event of one bot, or what was in one summary. */
export type MailScope =
  | { readonly userId: string; readonly botId: string; readonly type: string }
  | { readonly userId: string; readonly messageId: string };

/** Tokens of links that end mails. They are not stored and work until AUTH_SECRET changes. */
export interface UnsubscribeTokens {
  issue(scope: MailScope): string;
  /** `null` for a token that was not issued here. */
  read(token: string): MailScope | null;
}
