/**
 * The sign-in library creates absolute URLs only. It gets this unreachable origin instead of the request's `Host`,
 * which the client chooses; `withRelativeUrls` turns its URLs into paths.
 */
export const LIBRARY_ORIGIN = 'http://sign-in.invalid';

const PLAIN = new RegExp(`${LIBRARY_ORIGIN}/?`, 'g');
const IN_QUERY = new RegExp(`${encodeURIComponent(LIBRARY_ORIGIN)}(?:%2F)?`, 'g');

const toPaths = (text: string) => text.replace(PLAIN, '/').replace(IN_QUERY, '%2F');

/** Replaces the library's own URLs by paths, in `Location` and in JSON. */
export async function withRelativeUrls(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const location = headers.get('Location');
  if (location !== null) headers.set('Location', toPaths(location));
  const isJson = headers.get('Content-Type')?.includes('json') === true;
  const body = isJson ? toPaths(await response.text()) : response.body;
  return new Response(body, { status: response.status, headers });
}
