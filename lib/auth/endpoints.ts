/** The sign-in library's endpoints that the site uses; the library responds 500 to all others. */
const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'providers', 'signin', 'signout', 'error', 'callback/discord'],
  POST: ['callback/credentials', 'signin/discord', 'signout'],
};

/** Whether the endpoint exists; `path` holds the segments after `/api/auth/`. */
export function isSignInEndpoint(method: string, path: readonly string[], hasDiscord: boolean): boolean {
  const name = path.join('/');
  return (ENDPOINTS[method]?.includes(name) ?? false) && (hasDiscord || !name.endsWith('/discord'));
}

/** Matches codes, states and error names: no URL, and nothing invalid in a header. */
const PLAIN = /^[\w.~-]*$/;

/**
 * Removes query parameters on which the library fails or which it would pass on unchecked. The site sends URLs only
 * in bodies.
 */
export function sanitizeQuery(query: URLSearchParams): void {
  for (const [name, value] of [...query]) if (!PLAIN.test(value)) query.delete(name);
}
