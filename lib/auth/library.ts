/**
 * The sign-in library creates absolute URLs only. It gets this unreachable origin instead of the request's `Host`,
 * which the client chooses; `withRelativeUrls` turns its URLs into paths.
 */
export const LIBRARY_ORIGIN = 'http://sign-in.invalid';

const OWN_URL = new RegExp(`${LIBRARY_ORIGIN}/?`, 'g');
const OWN_URL_IN_QUERY = new RegExp(`${encodeURIComponent(LIBRARY_ORIGIN)}(?:%2F)?`, 'g');

const toPaths = (text: string) => text.replace(OWN_URL, '/').replace(OWN_URL_IN_QUERY, '%2F');

/** The response with a path in `Location` in place of the library's own URL. */
export function withRelativeUrls({ status, body, headers: given }: Response): Response {
  const headers = new Headers(given);
  const location = headers.get('Location');
  if (location !== null) headers.set('Location', toPaths(location));
  return new Response(body, { status, headers });
}

/** Matches codes, states and error names: no URL, and nothing invalid in a header. */
const PLAIN_VALUE = /^[\w.~-]*$/;

/** Removes query parameters on which the library fails, or which it would pass on unchecked. */
export function withoutUnsafeValues<R extends { readonly nextUrl: URL }>(request: R): R {
  const { searchParams } = request.nextUrl;
  for (const [name, value] of [...searchParams]) if (!PLAIN_VALUE.test(value)) searchParams.delete(name);
  return request;
}
