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

  /** Signs in with e-mail and password; `url` is where next-auth sends the browser. */
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
