import { readFileSync } from 'node:fs';
import { IDLE } from '@/lib/contract/form-state';

/** Of nearly all test users. */
export const PASSWORD = 'a long enough passphrase';

/** The form of the page /login. */
export const SIGN_IN = ['lib/actions/sign-in.ts#signInAction', '/login'] as const;
export const WRONG_PASSWORD = 'The email address or the password is wrong.';
export const THROTTLED = /^Too many attempts\. Try again in \d+ minutes?\.$/;

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

  /** Sends a page's form to its server action (`file#name`), as the page does; returns what the form then shows. */
  async submit(
    [action, page]: readonly [action: string, page: string],
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<{ response: Response; text: string; message: string | null; href: string | null }> {
    const sent = actionRequest(action, fields, { origin: this.origin, ...this.#headers, ...headers });
    const response = await this.fetch(page, sent);
    const text = await response.text();
    const row = /^\d+:(\{.*"status":.*\})$/m.exec(text)?.[1];
    const { message = null, value = null } = row === undefined ? {} : JSON.parse(row);
    return { response, text, message: message || null, href: value?.href ?? null };
  }

  /** Signs in with email and password; `message` says why not, `href` is where the page goes then. */
  signIn(email: string, password: string, callbackUrl = '/', headers: Record<string, string> = {}) {
    return this.submit(SIGN_IN, { email, password, callbackUrl }, headers);
  }

  signOut(headers: Record<string, string> = {}) {
    return this.submit(['lib/actions/sign-in.ts#signOutAction', '/login'], {}, headers);
  }

  /** Goes to Discord, which leads back to `callbackUrl`; `href` is the address there. */
  startDiscord(callbackUrl = '/bots') {
    return this.submit(['lib/actions/sign-in.ts#startDiscordAction', '/login'], { callbackUrl });
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
  const body = new FormData();
  for (const [field, value] of partsOf(fields)) body.append(field, value);
  return {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/x-component', 'next-action': idOf(name), ...headers },
    body,
  };
}

function idOf(name: string): string {
  const id = actionIds().get(name);
  if (id === undefined) throw new Error(`The build has no server action ${name}.`);
  return id;
}

/** The fields, and the arguments of the action, which are the previous state and the form. */
const partsOf = (fields: Readonly<Record<string, string>>): (readonly [field: string, value: string])[] => [
  ...Object.entries(fields).map(([field, value]) => [`_1_${field}`, value] as const),
  ['0', JSON.stringify([IDLE, '$K1'])],
];

/** The same as text, for requests that are written byte by byte. */
export function actionText(
  name: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): { readonly headers: Record<string, string>; readonly body: string } {
  const written = partsOf(fields).map(
    ([field, value]) => `--parts\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=parts', 'Next-Action': idOf(name), ...headers },
    body: `${written.join('')}--parts--\r\n`,
  };
}

/**
 * Signs in through the fake Discord; returns the absolute URL to which the service redirects at the end. `change` may
 * alter the callback URL.
 */
export async function signInWithDiscord(
  jar: BrowserJar,
  change: (callback: URL) => URL = (callback) => callback,
  callbackUrl?: string,
): Promise<string> {
  const { href } = await jar.startDiscord(callbackUrl);
  const approved = await fetch(href ?? '', { redirect: 'manual' });
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
  form: readonly [action: string, page: string],
  fields: Record<string, string>,
): Promise<string> {
  const { response, text } = await jar.submit(form, fields);
  return `${response.status} ${response.headers.get('x-action-redirect') ?? ''} ${text}`;
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
