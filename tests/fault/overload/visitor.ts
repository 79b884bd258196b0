import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import { BrowserJar } from '../../support/browser-jar';
import { IS_SOAK } from '../../support/fault/campaign';
import { ADMIN, expectServed, type ServiceWithBots } from './service-with-bots';

/** Another client than the attackers, which come from 127.0.0.1. */
const ADDRESS = '127.0.0.2';
const PAUSE_MS = 20;
/** A page that takes longer counts as not answered. */
const ANSWER_MAX_MS = 10_000;
/** At full length, on a machine that does nothing else. */
const PAGES_P99_MAX_MS = 1_000;
const CALLS_P99_MAX_MS = 100;

type Page = { readonly path: string; readonly cookie?: string };
type Visit = { readonly ms: number; readonly failure: string | null };

/** Signs in before the attack: what is looked at is pages. */
export async function visitedPages({ service, bots }: ServiceWithBots): Promise<readonly Page[]> {
  const [bot] = bots;
  if (bot === undefined) throw new Error('There is no bot.');
  const browser = new BrowserJar(`http://localhost:${service.port}`);
  await browser.signIn(ADMIN.email, ADMIN.password);
  return [{ path: '/login' }, { path: `/bots/${bot.id}`, cookie: browser.cookie }];
}

/**
 * While `work` ran, `/login` and a bot's page were always answered for another address than the attackers', and the
 * API's clients were served too; says how.
 */
export async function expectPagesServed(
  on: ServiceWithBots,
  pages: readonly Page[],
  work: () => Promise<void>,
): Promise<string> {
  let visits: readonly Visit[] = [];
  const visiting = async () => {
    visits = await visitDuring(on.service.port, pages, work);
  };
  const calls = await expectServed(on, visiting, IS_SOAK ? { p99Ms: CALLS_P99_MAX_MS } : {});
  expect(visits.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  const times = visits.map(({ ms }) => ms).sort((a, b) => a - b);
  const p99Ms = times[Math.ceil(times.length * 0.99) - 1] ?? Infinity;
  if (IS_SOAK) expect(p99Ms).toBeLessThanOrEqual(PAGES_P99_MAX_MS);
  const longestMs = Math.ceil(times.at(-1) ?? 0);
  const seen = `${times.length} pages for another address, p99 ${Math.ceil(p99Ms)} ms, longest ${longestMs} ms`;
  return `${seen}; calls ${calls}`;
}

/** Asks for one page after the other, each on a new connection and once, for as long as `work` takes. */
async function visitDuring(port: number, pages: readonly Page[], work: () => Promise<void>) {
  let isOver = false;
  const visits: Visit[] = [];
  const visitor = (async () => {
    while (!isOver || visits.length < pages.length) {
      const page = pages[visits.length % pages.length];
      if (page === undefined) return;
      const startedAt = performance.now();
      const failure = await visit(port, page);
      visits.push({ ms: performance.now() - startedAt, failure });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
  }
  await visitor;
  return visits;
}

/** Why a page was not answered whole, or `null`. */
function visit(port: number, { path, cookie }: Page): Promise<string | null> {
  return new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false });
    const headers = { Accept: 'text/html', ...(cookie !== undefined && { Cookie: cookie }) };
    const from = { host: '127.0.0.1', port, localAddress: ADDRESS, agent };
    const asked = request({ ...from, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', (error) => resolve(`${path}: ${error.message}`));
      response.once('end', () => {
        const isWhole = response.statusCode === 200 && text.endsWith('</html>');
        resolve(isWhole ? null : `${path}: ${response.statusCode}`);
      });
    });
    asked.setTimeout(ANSWER_MAX_MS, () => asked.destroy(new Error('no answer')));
    asked.once('error', (error) => resolve(`${path}: ${error.message}`));
    asked.end();
  });
}
