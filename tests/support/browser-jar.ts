import { readFileSync } from 'node:fs';
import { IDLE } from '@/lib/contract/form-state';

/** Of nearly all test users. */
export const PASSWORD = 'a long enough passphrase';

/** Sends requests with a cookie jar, as one browser does. Does not follow redirects. */
export class BrowserJar {
  readonly origin: string;
  readonly #headers: Record<string, string>;
  readonly #cookies = new Map<string, string>();

  /** `headers` are added to every request. */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.origin = origin;
    this.#headers = headers;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...(init.headers as Record<string, string>) });
    if (this.#cookies.size > 0) headers.set('cookie', this.cookie);
    const response = await fetch(new URL(path, this.origin), { redirect: 'manual', ...init, headers });
    for (const field of response.headers.getSetCookie()) {
      const [pair = ''] = field.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      if (value === '' || /max-age=0\b/i.test(field)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Posts a form to next-auth with its CSRF token, as its own pages do. */
  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { csrfToken } = (await (await this.fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    return this.fetch(path, {
      method: 'POST',
      headers: { origin: this.origin, ...this.#headers, ...headers },
      body: new URLSearchParams({ csrfToken, json: 'true', ...fields }),
    });
  }

  /** Signs in with email and password; `url` is where next-auth sends the browser. */
  async signIn(
    email: string,
    password: string,
    callbackUrl = '/',
  ): Promise<{ url: string; response: Response }> {
    const response = await this.post('/api/auth/callback/credentials', { email, password, callbackUrl });
    const { url } = (await response.json()) as { url: string };
    return { url: new URL(url, this.origin).href, response };
  }
}

type Manifest = { node: Record<string, { filename: string; exportedName: string }> };

/** The ids of the built server actions, by `file#name`. */
export function actionIds(): ReadonlyMap<string, string> {
  const file = '.next/server/server-reference-manifest.json';
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(manifest.node).map(([id, { filename, exportedName }]) => [
      `${filename}#${exportedName}`,
      id,
    ]),
  );
}

/**
 * The request that a page sends to submit a form to a server action (`file#name`): the previous state and the fields.
 */
export function actionRequest(
  name: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  const id = actionIds().get(name);
  if (id === undefined) throw new Error(`The build has no server action ${name}.`);
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(`_1_${field}`, value);
  body.append('0', JSON.stringify([IDLE, '$K1']));
  return {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/x-component', 'next-action': id, ...headers },
    body,
  };
}

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
  { origin }: { readonly origin: string },
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
  submitForm(jar, ['lib/actions/account.ts#confirmPasswordAction', '/account'], { password });

/** Signs in over HTTP as a browser does; returns the `Cookie` header of the session. */
export async function signInOver(origin: string, email: string, password = PASSWORD): Promise<string> {
  const browser = new BrowserJar(origin);
  await browser.signIn(email, password);
  const session = browser.cookie.split('; ').find((cookie) => cookie.includes('botmeter.session='));
  if (session === undefined) throw new Error(`${email} could not sign in.`);
  return session;
}
