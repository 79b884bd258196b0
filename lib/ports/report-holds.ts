/** Where reports that are a little early wait for their moment (contract rule 6). */
export type ReportHolds = {
  /** The longest time, in ms, for which a report of the bot would be held now; 0 if it would not. */
  readonly maxMs: (botId: string) => number;
  /** Takes the bot's place until the returned function is called; `null` if the bot has one already or all are taken. */
  readonly take: (botId: string) => (() => void) | null;
  /** Waits `ms` on a monotonic timer. Resolves to `false` as soon as `signal` is aborted, else to `true`. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
};

/** A response that is held back for its client. */
export type Hold = {
  /** Aborted once the client has hung up. */
  readonly signal: AbortSignal;
  /** Called when it is held back no longer. */
  readonly end: () => void;
};

/** For clients whose connection cannot be seen. */
export const NEVER_HUNG_UP = (): Hold => ({ signal: new AbortController().signal, end: () => {} });
