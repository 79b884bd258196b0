import { decode } from 'next-auth/jwt';
import { actionRequest, BrowserJar } from '@/tests/support/browser-jar';
import type { Canary } from './canaries';
import type { Evidence } from './evidence';

/** A browser whose responses are evidence, and whose session cookies contain canaries. */
export class Visitor extends BrowserJar {
  readonly #who: string;
  readonly #origin: string;
  readonly #evidence: Evidence;
  readonly tokens: { readonly token: string; readonly shownAt: string }[] = [];

  constructor(who: string, origin: string, evidence: Evidence) {
    super(origin);
    this.#who = who;
    this.#origin = origin;
    this.#evidence = evidence;
  }

  override async fetch(path: string, init: RequestInit = {}, name = path): Promise<Response> {
    const response = await super.fetch(path, init);
    const cookies = response.headers.getSetCookie();
    const others = [...response.headers].filter(([field]) => field !== 'set-cookie');
    const place = `${this.#who}: ${init.method ?? 'GET'} ${name}`;
    this.#evidence.add(`${place}, header`, [...others, ...cookies.filter((c) => !isSession(c))].join('\n'));
    this.#evidence.add(`${place}, body`, Buffer.from(await response.clone().arrayBuffer()));
    for (const cookie of cookies.filter(isSession)) {
      const shownAt = `${place}, session cookie`;
      this.#evidence.add(shownAt, cookie);
      const token = cookie.slice(cookie.indexOf('=') + 1).split(';', 1)[0] ?? '';
      if (token !== '') this.tokens.push({ token, shownAt });
    }
    return response;
  }

  /** Requests a page as a document, and as the RSC payload for client-side navigation. */
  async visit(path: string, name = path): Promise<void> {
    await this.fetch(path, {}, name);
    const headers = { RSC: '1' };
    const response = await this.fetch(path, { headers }, `${name} (RSC)`);
    const to = response.headers.get('location');
    if (to !== null) await this.fetch(to, { headers }, `${name} (RSC)`);
  }

  /** Submits a form to a server action; returns the text of the response. `name` is its name in the evidence. */
  async act(action: string, page: string, fields: Record<string, string>, name = action): Promise<string> {
    const request = actionRequest(action, fields, { origin: this.#origin });
    return (await this.fetch(page, request, name)).text();
  }

  /** The session cookies of this browser, and the encrypted secrets in them, which only the service may see. */
  async sessions(authSecret: string): Promise<Canary[]> {
    const canaries = this.tokens.map(async ({ token, shownAt }) => {
      const inside = await decode({ token, secret: authSecret });
      // All tokens start with the same header.
      const value = token.slice(token.indexOf('..') + 2);
      return [
        { name: 'session cookie', value, shownAt: [shownAt] },
        { name: 'session secret', value: String(inside?.sid), shownAt: [] },
      ];
    });
    return (await Promise.all(canaries)).flat();
  }
}

const isSession = (cookie: string) => /^\d+\.botmeter\.session=/.test(cookie);
