/** What a bot's account remembers of its last events, so that none is told twice (contract section 9). */
export type AlertState = {
  /** Whether `quota.exhausted` was told and `quota.restored` not yet. */
  readonly isExhausted: boolean;
  /** The drop that was told last, until the count is back or a day has passed. */
  readonly drop: { readonly before: number; readonly atMs: number } | null;
  /** The last sign of life before the silence that was told; `null` if none is. */
  readonly silentSinceMs: number | null;
  /** When the last silence that was told ended; `null` if none did. */
  readonly recoveredAtMs: number | null;
};

export const NO_ALERTS: AlertState = {
  isExhausted: false,
  drop: null,
  silentSinceMs: null,
  recoveredAtMs: null,
};
