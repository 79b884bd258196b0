/** What the site asks of the sign-in library; anything else that is asked of it the library answers with 500. */
const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'providers', 'signin', 'signout', 'error', 'callback/discord'],
  POST: ['callback/credentials', 'signin/discord', 'signout'],
};

/** Whether there is such an endpoint; `path` is what follows `/api/auth/`, in segments. */
export function isSignInEndpoint(method: string, path: readonly string[], hasDiscord: boolean): boolean {
  const name = path.join('/');
  return (ENDPOINTS[method]?.includes(name) ?? false) && (hasDiscord || !name.endsWith('/discord'));
}

/** Codes, states and names of errors: no address, nothing that a header could not hold. */
const PLAIN = /^[\w.~-]*$/;

/** Takes out of a query what the library fails on or would hand on as it is. The site sends addresses in bodies only. */
export function settleQuery(query: URLSearchParams): void {
  for (const [name, value] of [...query]) if (!PLAIN.test(value)) query.delete(name);
}
