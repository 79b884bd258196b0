/** A part of a mail: a heading, sentences, and where a button leads. */
export type LetterSection = {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly link: { readonly label: string; readonly path: string } | null;
};

/** A mail in plain text, which the mailer lays out; nothing in it is escaped. Paths are on this site. */
export type Letter = {
  readonly to: string;
  /** Names the mail in every try of sending it. */
  readonly id: string;
  readonly subject: string;
  readonly sections: readonly LetterSection[];
  /** Why this person gets the mail, one sentence. */
  readonly reason: string;
  /** The path that ends mails like this one; `null` for mails that someone asked for. */
  readonly unsubscribePath: string | null;
};

/** Why a mail was not sent: `isFinal` if no later try can succeed, `reason` in one plain sentence without secrets. */
export type MailFailure = { readonly isSent: false; readonly isFinal: boolean; readonly reason: string };

/** What one try to send a mail came to. */
export type MailResult = { readonly isSent: true } | MailFailure;

/** Sends e-mail. Never rejects: a failed try is a result. */
export interface Mailer {
  /** Ends soon after `signal` is aborted. */
  send(letter: Letter, signal: AbortSignal): Promise<MailResult>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
