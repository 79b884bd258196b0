import { done, type Result } from './result';

/** What a page shows, in two steps: a reader who has this version already costs only the first one. */
export type Versioned<View, Version extends object | null = object> = {
  /** All that the view depends on, read before it; without what the page's own clock computes. */
  readonly version: Version;
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

/** A view that is read once, and so needs no version. */
export const unversioned = <View extends object>(result: Result<View>): Result<Versioned<View, null>> =>
  result.ok ? done({ version: null, read: async () => result.value }) : result;
