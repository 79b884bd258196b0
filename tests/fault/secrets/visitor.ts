import { decode } from 'next-auth/jwt';
import { BrowserJar } from '@/tests/support/browser-jar';
import { actionIds, actionRequest } from '@/tests/support/server-action';
import type { Canary } from './canaries';
import type { Evidence } from './evidence';

export const SESSION_COOKIE = 'botmeter.session';

/** A browser of which every answer becomes evidence, and what its session cookies hold a canary. */
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
    const answer = await super.fetch(path, init);
    const cookies = answer.headers.getSetCookie();
    const others = [...answer.headers].filter(([field]) => field !== 'set-cookie');
    const place = `${this.#who}: ${init.method ?? 'GET'} ${name}`;
    this.#evidence.add(`${place}, header`, [...others, ...cookies.filter((c) => !isSession(c))].join('\n'));
    this.#evidence.add(`${place}, body`, Buffer.from(await answer.clone().arrayBuffer()));
    for (const cookie of cookies.filter(isSession)) {
      const shownAt = `${place}, session cookie`;
      this.#evidence.add(shownAt, cookie);
      const token = cookie.slice(SESSION_COOKIE.length + 1).split(';', 1)[0] ?? '';
      if (token !== '') this.tokens.push({ token, shownAt });
    }
    return answer;
  }

  /** A page as a document, and as the payload that a browser asks for on its way from page to page. */
  async see(path: string, name = path): Promise<void> {
    await this.fetch(path, {}, name);
    const headers = { RSC: '1' };
    const answer = await this.fetch(path, { headers }, `${name} (RSC)`);
    const to = answer.headers.get('location');
    if (to !== null) await this.fetch(to, { headers }, `${name} (RSC)`);
  }

  /** Sends a form to a server action; the text of its answer. `name` is what the evidence calls it. */
  async act(action: string, page: string, fields: Record<string, string>, name = action): Promise<string> {
    const id = actionIds().get(action);
    if (id === undefined) throw new Error(`There is no action ${action}.`);
    const request = actionRequest(id, fields, { origin: this.#origin });
    return (await this.fetch(page, request, name)).text();
  }

  /** The cookies that it was given, and the secrets inside them, which no one but the service ever sees. */
  async sessions(authSecret: string): Promise<Canary[]> {
    const canaries = this.tokens.map(async ({ token, shownAt }) => {
      const inside = await decode({ token, secret: authSecret });
      // All tokens begin with the same words on how they are encrypted.
      const value = token.slice(token.indexOf('..') + 2);
      return [
        { name: 'session cookie', value, shownAt: [shownAt] },
        { name: 'session secret', value: String(inside?.sid), shownAt: [] },
      ];
    });
    return (await Promise.all(canaries)).flat();
  }
}

const isSession = (cookie: string) => cookie.startsWith(`${SESSION_COOKIE}=`);
