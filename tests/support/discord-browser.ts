import type { BrowserJar } from './browser-jar';
import { actionIds, actionRequest } from './server-action';

/**
 * Signs in through the fake Discord; returns the absolute URL to which the service redirects at the end. `change` may alter
 * the callback URL.
 */
export async function goThrough(
  jar: BrowserJar,
  change: (back: URL) => URL = (back) => back,
): Promise<string> {
  const begun = await jar.post('/api/auth/signin/discord', { callbackUrl: '/bots' });
  const { url } = (await begun.json()) as { url: string };
  const agreed = await fetch(url, { redirect: 'manual' });
  const back = change(new URL(agreed.headers.get('location') ?? ''));
  const response = await jar.fetch(back.href);
  return new URL(response.headers.get('location') ?? '', back.origin).href;
}

export const isSignedIn = async (jar: BrowserJar) => (await jar.fetch('/api/dashboard/bots')).status === 200;

/** Sends a page's form to its server action; returns status, redirect and body of the response. */
export async function act(
  jar: BrowserJar,
  origin: string,
  [action, page]: readonly [action: string, page: string],
  fields: Record<string, string>,
): Promise<string> {
  const id = actionIds().get(action) ?? '';
  const { headers, ...rest } = actionRequest(id, fields, { origin });
  const response = await jar.fetch(page, { ...rest, headers: headers as Record<string, string> });
  return `${response.status} ${response.headers.get('x-action-redirect') ?? ''} ${await response.text()}`;
}

/** Confirms the current password, which the account page requires before it connects an account. */
export const confirmPassword = (jar: BrowserJar, origin: string, password: string): Promise<string> =>
  act(jar, origin, ['app/actions/account.ts#confirmPasswordAction', '/account'], { password });
