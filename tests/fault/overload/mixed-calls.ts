import { BrowserJar } from '../../support/browser-jar';
import { randomFrom, SEED } from '../../support/fault/campaign';
import type { TestBot } from '../../support/process/operator';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';
import { ADMIN } from './service-with-bots';

export type Call = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Draws random calls of a busy service: valid and invalid reports and reads, an admin's pages, failed sign-ins. */
export async function mixedCalls(port: number, bots: readonly TestBot[]): Promise<() => Call> {
  const origin = `http://127.0.0.1:${port}`;
  const jar = new BrowserJar(origin);
  await jar.signIn(ADMIN.email, ADMIN.password);
  // Starts the read worker, which then stays.
  await (await jar.fetch('/admin/bots')).text();
  const stranger = new BrowserJar(origin);
  const { csrfToken } = (await (await stranger.fetch('/api/auth/csrf')).json()) as { csrfToken: string };

  const below = randomFrom(SEED);
  let nextReport = 0;
  return (): Call => {
    const bot = bots[below(bots.length)];
    const fresh = bots[nextReport % bots.length];
    if (bot === undefined || fresh === undefined) throw new Error('There are no bots.');
    const json = { ...bearer(fresh), 'Content-Type': 'application/json' };
    const kind = below(1_000);
    // The first round of reports is accepted, and another each minute; all others are too soon.
    if (kind < 500) {
      nextReport++;
      return { method: 'POST', path: REPORT_PATH, headers: json, body: JSON.stringify(report(fresh)) };
    }
    if (kind < 800) return { path: USAGE_PATH, headers: bearer(bot) };
    if (kind < 900) return { path: USAGE_PATH, headers: { Authorization: `Bearer ${below(1e9)}` } };
    if (kind < 970)
      return { method: 'POST', path: REPORT_PATH, headers: json, body: `{"botId": [${below(9)}` };
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
