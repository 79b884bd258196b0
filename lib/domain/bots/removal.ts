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
  /** The encrypted id of a voter, by which their votes are found; `null` for the others. */
  readonly sealed: string | null;
};
