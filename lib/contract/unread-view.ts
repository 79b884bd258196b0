/** The number at the bell. Part of every page's own read, so that the latest one is shown, whichever read it. */
export type UnreadView = {
  /** The time of the read by the authoritative clock. */
  readonly nowMs: number;
  /** Unread notifications of the caller, at most UNREAD_MAX + 1. */
  readonly unread: number;
};
