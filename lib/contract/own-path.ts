/** Longer than any of this site's. A host of 64 KiB, which `//` would begin, takes seconds to parse. */
const LENGTH_MAX = 2_000;

/** `text` when it is a path on this site, else `null`: a link to sign in never leads away. */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > LENGTH_MAX) return null;
  const base = 'http://own.invalid';
  // Parsed as a browser would: `//host`, `/\host` and a tab within the slashes all lead to another host.
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const path = url.pathname + url.search + url.hash;
  // Dot segments can leave two slashes at the start, which again name a host: `/.//host`.
  return url.origin === base && !path.startsWith('//') ? path : null;
}
