/**
 * The fields of `next` that differ from `now`, before and after; `after` is `null` if none does. For updates and the
 * audit log.
 */
export function changed<T extends object, K extends keyof T>(
  now: T,
  next: Pick<T, K>,
): { before: Partial<Pick<T, K>>; after: Partial<Pick<T, K>> | null } {
  const before: Partial<Pick<T, K>> = {};
  const after: Partial<Pick<T, K>> = {};
  for (const field of Object.keys(next) as K[]) {
    if (now[field] === next[field]) continue;
    before[field] = now[field];
    after[field] = next[field];
  }
  return { before, after: Object.keys(after).length === 0 ? null : after };
}
