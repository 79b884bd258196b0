/**
 * The sign-in library creates absolute URLs only. It gets this unreachable origin instead of the request's `Host`,
 * which the client chooses; `withRelativeUrls` turns its URLs into paths.
 */
export const LIBRARY_ORIGIN = 'http://sign-in.invalid';

const OWN_URL = new RegExp(`${LIBRARY_ORIGIN}/?`, 'g');
const OWN_URL_IN_QUERY = new RegExp(`${encodeURIComponent(LIBRARY_ORIGIN)}(?:%2F)?`, 'g');

const toPaths = (text: string) => text.replace(OWN_URL, '/').replace(OWN_URL_IN_QUERY, '%2F');

/** Replaces the library's own URLs by paths, in `Location` and in JSON. */
export async function withRelativeUrls(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const location = headers.get('Location');
  if (location !== null) headers.set('Location', toPaths(location));
  const isJson = headers.get('Content-Type')?.includes('json') === true;
  const body = isJson ? toPaths(await response.text()) : response.body;
  return new Response(body, { status: response.status, headers });
}

/** The sign-in library's endpoints that the site uses; the library responds 500 to all others. */
const LIBRARY_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'providers', 'signin', 'signout', 'error', 'callback/discord'],
  POST: ['callback/credentials', 'signin/discord', 'signout'],
};

/** Whether the endpoint exists; `path` holds the segments after `/api/auth/`. */
export function isSignInEndpoint(method: string, path: readonly string[], hasDiscord: boolean): boolean {
  const name = path.join('/');
  return (LIBRARY_ENDPOINTS[method]?.includes(name) ?? false) && (hasDiscord || !name.endsWith('/discord'));
}

/** Matches codes, states and error names: no URL, and nothing invalid in a header. */
const PLAIN_VALUE = /^[\w.~-]*$/;

/**
 * Removes query parameters on which the library fails or which it would pass on unchecked. The site sends URLs only
 * in bodies.
 */
export function sanitizeQuery(query: URLSearchParams): void {
  for (const [name, value] of [...query]) if (!PLAIN_VALUE.test(value)) query.delete(name);
}
