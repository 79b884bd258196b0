/** What is removed: all of a bot, the deliveries to a webhook, or what is known of a user who voted. */
export type RemovalKind = 'bot' | 'webhook' | 'voter';

/** Something that no read finds any more, and whose rows are still being deleted. */
export type Removal = {
  readonly botId: string;
  readonly kind: RemovalKind;
  /** The webhook's id or the hash of the user; empty for a bot. */
  readonly subject: string;
  /** Rows that were stored later stay. */
  readonly untilMs: number;
};

/** The encrypted id of a voter, by which their votes are found. */
export type StoredRemoval = Removal & { readonly sealed: string | null };

/** Rows that are deleted in batches. Its writes need the bot's lock. */
export interface Removals {
  /** Up to `max`, from behind `after` on. */
  list(after: Removal | null, max: number): Promise<StoredRemoval[]>;
  /** Whether there are any of a kind, or that of one subject. */
  has(botId: string, kind: RemovalKind, subject?: string): Promise<boolean>;
  addBot(botId: string, untilMs: number): Promise<void>;
  addWebhook(botId: string, webhookId: string, untilMs: number): Promise<void>;
  /** Removes what is stored of a user's votes until `untilMs`. */
  addVoter(botId: string, userId: string, sealed: string, untilMs: number): Promise<void>;
  /** Whether anything is left of a bot that is not registered. */
  hasRows(botId: string): Promise<boolean>;
  /** Deletes some `max` rows of a bot, all but its history and its removals; returns how many. */
  deleteOfBot(botId: string, max: number): Promise<number>;
  /** Deletes up to `max` deliveries to a webhook; returns how many. */
  deleteOfWebhook(webhookId: string, max: number): Promise<number>;
  /** Ends a removal, unless it was extended meanwhile; with that of a bot, all others of the bot. */
  end(removal: Removal): Promise<void>;
}
