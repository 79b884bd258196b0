/** A failed read; `isGone` if the bot or the session no longer exists, so a retry is useless. */
export class ReadError extends Error {
  readonly isGone: boolean;
  readonly isSignedOut: boolean;

  constructor(status: number) {
    super(`The page could not be refreshed (${status}).`);
    this.isSignedOut = status === 401;
    this.isGone = status === 401 || status === 403 || status === 404;
  }
}
