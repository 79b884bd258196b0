import { done, type Result } from './result';

/** What a page shows, in two steps: a reader who has this version already costs only the first one. */
export type Versioned<View> = {
  /** All that the view depends on, read before it; without what the page's own clock computes. */
  readonly version: object;
  readonly read: () => Promise<View>;
};

/** A view that costs little: it is its own version, without the time of the read. */
export function whole<View extends object & { readonly nowMs?: number }>(
  result: Result<View>,
): Result<Versioned<View>> {
  if (!result.ok) return result;
  const { nowMs: _, ...version } = result.value;
  return done({ version, read: async () => result.value });
}
