/** What a bot's account remembers of its last events, so that none is told twice (contract section 9). */
export type AlertState = {
  /** The period of the `quota.exhausted` that no `quota.restored` followed yet; `null` if there is none. */
  readonly exhaustedPeriod: string | null;
  /** The drop that was told last, until the count is back or a day has passed. */
  readonly drop: { readonly before: number; readonly atMs: number } | null;
  /** The last sign of life before the silence that was told; `null` if none is. */
  readonly silentSinceMs: number | null;
  /** When the last silence that was told ended; `null` if none did. */
  readonly recoveredAtMs: number | null;
};

export const NO_ALERTS: AlertState = {
  exhaustedPeriod: null,
  drop: null,
  silentSinceMs: null,
  recoveredAtMs: null,
};
