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

/** The result of one try to send a mail. */
export type MailResult = { readonly isSent: true } | MailFailure;

/** Sends email. Never rejects: a failed try is a result. */
export interface Mailer {
  /** Ends soon after `signal` is aborted. */
  send(letter: Letter, signal: AbortSignal): Promise<MailResult>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** The result of one try to send something. */
export type PostResult = {
  readonly isDelivered: boolean;
  /** `null` without a response. */
  readonly status: number | null;
  readonly tookMs: number;
  /** The first 1 kB of the response body, as text. */
  readonly response: string;
  /** Why it failed, in one plain sentence; empty if delivered. Never contains a path, a query or a secret. */
  readonly reason: string;
  /** How long the receiver asked to wait; `null` if it did not. */
  readonly retryAfterMs: number | null;
  /** Whether the response is from a private address that the operator allowed: its body is never stored. */
  readonly isFromPrivateAddress: boolean;
};

/** A signed webhook; with two secrets it has two signatures. */
export type SignedMessage = {
  readonly address: string;
  readonly secrets: readonly string[];
  /** The event's id, the same in every try. */
  readonly id: string;
  readonly body: string;
};
export type DiscordMessage = { readonly address: string; readonly body: string };

/** What is known of an address before its host's name is resolved. */
export type AddressVerdict = {
  /** Why nothing can be sent to it, in one sentence; `null` if that depends on what the name resolves to. */
  readonly refusal: string | null;
  /** Whether the operator's WEBHOOK_ALLOW contains its host and port. */
  readonly isNamed: boolean;
};

/**
 * Sends to the webhooks of bots (contract section 9). A failed request is a result: a rejection says that the sender
 * itself has failed, and nothing of the receiver.
 */
export interface WebhookSender {
  /** `address` as parseWebhookAddress returns it. */
  judge(address: string): AddressVerdict;
  postSigned(message: SignedMessage): Promise<PostResult>;
  postDiscord(message: DiscordMessage): Promise<PostResult>;
  /** Ends at once what is under way, with a result that is not delivered; nothing is sent afterwards. */
  close(): Promise<void>;
}

/** A dead man's switch outside, which tells the operator when the requests end. */
export interface Watchdog {
  readonly host: string;
  /** Requests it once, in at most 10 s. Never rejects: why it failed in one sentence without the path, or `null`. */
  request(): Promise<string | null>;
  close(): void;
}
