import { paths } from '@/lib/contract/paths';

/** Ends this browser's session and opens the start page. Calls the sign-in library's endpoint directly, as documented. */
export async function signOut(): Promise<void> {
  const { csrfToken } = await (await fetch('/api/auth/csrf', { cache: 'no-store' })).json();
  const body = new URLSearchParams({ callbackUrl: paths.home, csrfToken, json: 'true' });
  await fetch('/api/auth/signout', { method: 'POST', body });
  window.location.assign(paths.home);
}
