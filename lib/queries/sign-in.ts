/** The sign-in library's own endpoints, called as its documentation says; its browser part would weigh ten times this. */

/** What signing in came to: `error` as the library names it, `null` when it worked. */
export type SignInAnswer = { readonly error: string | null };

export async function signInWithPassword(email: string, password: string): Promise<SignInAnswer> {
  const url = await post('callback/credentials', { email, password });
  return { error: new URL(url).searchParams.get('error') };
}

/** Leaves for Discord; comes back to `callbackPath`. */
export async function leaveForDiscord(callbackPath: string): Promise<void> {
  window.location.assign(await post('signin/discord', { callbackUrl: callbackPath }));
}

/** Ends this browser's session and goes to the start page. */
export async function signOutHere(): Promise<void> {
  await post('signout', {});
  window.location.assign('/');
}

/** Posts with the library's CSRF token; the address that it answers with. */
async function post(action: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = await (await fetch('/api/auth/csrf', { cache: 'no-store' })).json();
  const body = new URLSearchParams({ callbackUrl: '/', ...fields, csrfToken, json: 'true' });
  const answer = await fetch(`/api/auth/${action}`, { method: 'POST', body });
  const { url } = await answer.json();
  return url;
}
