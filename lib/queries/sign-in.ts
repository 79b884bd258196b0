import { paths } from '@/lib/contract/paths';

/** Calls the sign-in library's endpoints directly, as documented; its browser package is ten times as large. */

/** The result of a sign-in: the library's error name, or `null` on success. */
export type SignInOutcome = { readonly error: string | null };

export async function signInWithPassword(email: string, password: string): Promise<SignInOutcome> {
  const url = await post('callback/credentials', { email, password });
  return { error: new URL(url, window.location.origin).searchParams.get('error') };
}

/** Redirects to Discord, which redirects back to `callbackPath`. */
export async function redirectToDiscord(callbackPath: string): Promise<void> {
  window.location.assign(await post('signin/discord', { callbackUrl: callbackPath }));
}

/** Ends this browser's session and opens the start page. */
export async function signOut(): Promise<void> {
  await post('signout', {});
  window.location.assign(paths.home);
}

/** Posts with the library's CSRF token and returns the URL to go to: a path of this site, or another site's URL. */
async function post(action: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = await (await fetch('/api/auth/csrf', { cache: 'no-store' })).json();
  const body = new URLSearchParams({ callbackUrl: paths.home, ...fields, csrfToken, json: 'true' });
  const response = await fetch(`/api/auth/${action}`, { method: 'POST', body });
  const { url } = await response.json();
  return url;
}
