import { BrowserJar } from '../../support/browser-jar';
import { randomFrom, SEED } from '../../support/fault/campaign';
import type { TestBot } from '../../support/process/operator';
import { reportRequest, USAGE_PATH, usageRequest } from '../../support/process/requests';
import { ADMIN } from './service-with-bots';

export type Call = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Draws calls as a busy service sees them: reports and reads, good and bad, pages of an admin, failed sign-ins. */
export async function mixedCalls(port: number, bots: readonly TestBot[]): Promise<() => Call> {
  const origin = `http://127.0.0.1:${port}`;
  const jar = new BrowserJar(origin);
  await jar.signIn(ADMIN.email, ADMIN.password);
  // The thread that reads lists stays, once there is one.
  await (await jar.fetch('/admin/bots')).text();
  const stranger = new BrowserJar(origin);
  const { csrfToken } = (await (await stranger.fetch('/api/auth/csrf')).json()) as { csrfToken: string };

  const below = randomFrom(SEED);
  let nextReport = 0;
  return (): Call => {
    const bot = bots[below(bots.length)];
    const fresh = bots[nextReport % bots.length];
    if (bot === undefined || fresh === undefined) throw new Error('There are no bots.');
    const kind = below(1_000);
    // The first round of these is accepted, and another each minute; the rest is too soon.
    if (kind < 500) {
      nextReport++;
      return reportRequest(fresh);
    }
    if (kind < 800) return usageRequest(bot);
    if (kind < 900) return { path: USAGE_PATH, headers: { Authorization: `Bearer ${below(1e9)}` } };
    if (kind < 970) return { ...reportRequest(fresh), body: `{"botId": [${below(9)}` };
    if (kind < 990) return { path: `/api/${below(1e9)}` };
    if (kind < 999) {
      const paths = ['/login', '/bots', `/bots/${bot.id}`, '/admin/bots', `/admin/audit?q=${below(1e9)}`];
      return { path: paths[below(paths.length)] ?? '', headers: { Cookie: jar.cookie } };
    }
    const fields = { csrfToken, json: 'true', email: `${below(1e9)}@example.org`, password: 'a guess' };
    return {
      method: 'POST',
      path: '/api/auth/callback/credentials',
      headers: {
        Origin: origin,
        Cookie: stranger.cookie,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    };
  };
}
