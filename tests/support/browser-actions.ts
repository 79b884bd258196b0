import { BrowserJar } from './browser-jar';
import { actionRequest } from './server-action';
import { PASSWORD, type Site } from './site';

/**
 * Signs in through the fake Discord; returns the absolute URL to which the service redirects at the end. `change` may
 * alter the callback URL.
 */
export async function signInWithDiscord(
  jar: BrowserJar,
  change: (callback: URL) => URL = (callback) => callback,
): Promise<string> {
  const begun = await jar.post('/api/auth/signin/discord', { callbackUrl: '/bots' });
  const { url } = (await begun.json()) as { url: string };
  const approved = await fetch(url, { redirect: 'manual' });
  const callback = change(new URL(approved.headers.get('location') ?? ''));
  const response = await jar.fetch(callback.href);
  return new URL(response.headers.get('location') ?? '', callback.origin).href;
}

export const isSignedIn = async (jar: BrowserJar) => (await jar.fetch('/api/dashboard/bots')).status === 200;

/** A browser in which a person has signed in. */
export async function signedInBrowser(
  { origin }: Pick<Site, 'origin'>,
  email: string,
  password = PASSWORD,
): Promise<BrowserJar> {
  const jar = new BrowserJar(origin);
  await jar.signIn(email, password);
  return jar;
}

/** Sends a page's form to its server action; returns status, redirect and body of the response. */
export async function submitForm(
  jar: BrowserJar,
  [action, page]: readonly [action: string, page: string],
  fields: Record<string, string>,
): Promise<string> {
  const { headers, ...rest } = actionRequest(action, fields, { origin: jar.origin });
  const response = await jar.fetch(page, { ...rest, headers: headers as Record<string, string> });
  return `${response.status} ${response.headers.get('x-action-redirect') ?? ''} ${await response.text()}`;
}

/** Confirms the current password, which the account page requires before it connects an account. */
export const confirmPassword = (jar: BrowserJar, password = PASSWORD): Promise<string> =>
  submitForm(jar, ['app/actions/account.ts#confirmPasswordAction', '/account'], { password });
