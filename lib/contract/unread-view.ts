/** The number at the bell, read over UNREAD_PATH. */
export type UnreadView = {
  /** Unread notifications of the reader, at most UNREAD_MAX + 1. */
  readonly unread: number;
};
