/** Longer than any path of this site. Parsing a 64 KiB host after `//` would take seconds. */
const LENGTH_MAX = 2_000;

/** Returns `text` if it is a path on this site, else `null`: a sign-in link never redirects elsewhere. */
export function safeRedirect(text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > LENGTH_MAX) return null;
  const base = 'http://own.invalid';
  // Parsed as browsers do: `//host`, `/\host` and tabs between the slashes lead to another host.
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const path = url.pathname + url.search + url.hash;
  // Dot segments can leave a leading `//`, which again names a host: `/.//host`.
  return url.origin === base && !path.startsWith('//') ? path : null;
}
