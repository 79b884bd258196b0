export type Change = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** What an audit entry changed, a line a member; `null` where there was, or is, no such member. */
export function changesOf(before: object | null, after: object | null): Change[] {
  const old = new Map(Object.entries(before ?? {}));
  const now = new Map(Object.entries(after ?? {}));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: textOf(old.get(name)), after: textOf(now.get(name)) }))
    .filter((change) => change.before !== change.after);
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
