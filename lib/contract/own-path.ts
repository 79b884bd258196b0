/** `text` when it is a path on this site, else `null`: a link to sign in never leads away. */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith('/')) return null;
  const base = 'http://own.invalid';
  // Parsed as a browser would: `//host`, `/\host` and a tab within the slashes all lead to another host.
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.origin === base ? url.pathname + url.search + url.hash : null;
}
