import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { actionText, BrowserJar, SIGN_IN } from '../../support/browser-jar';
import { figure, IS_SOAK, randomFrom, SEED, size } from '../../support/fault/campaign';
import { liveBytes, residentBytes, UNDER_MEMORY_PROBE } from '../../support/fault/memory';
import type { TestBot } from '../../support/process/operator';
import { pagesPid } from '../../support/process/pages-process';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';
import { slope } from '../../support/stats.mjs';
import {
  ADMIN,
  eventually,
  openDescriptors,
  openSockets,
  startServiceWithBots,
  TOPIC,
} from './service-with-bots';

const CALLS = size(40_000, 1_000_000);
const CONNECTIONS = 32;
/** Code is compiled and caches are filled first. */
const WARM_UP = CALLS * size(0.4, 0.5);
const SAMPLES = 20;
/** Of live objects; in a short run the last caches are still being filled, and a kilobyte a call shows nevertheless. */
const MB_PER_100_000_MAX = size(15, 1);
/** The last quarter of the samples relative to the first. */
const RESIDENT_GROWTH_MAX = size(1.2, 1.1);
const MB = 1_048_576;

it(`memory and descriptors stay flat over ${CALLS} mixed calls`, { timeout: 3_600_000 }, async () => {
  const { service, operator, bots: some } = await startServiceWithBots(UNDER_MEMORY_PROBE);
  // Few enough in a short run that everything kept for each of them is there after the warm-up.
  const bots = [...some, ...(await operator.bots(size(400, 48_000), 'business'))];
  const next = await mixedCalls(service.port, bots);
  const pages = pagesPid(service);
  if (pages === undefined) throw new Error('There is no pages process.');
  const sockets = openSockets(service);
  const files = () => openDescriptors(service) - openSockets(service);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<number, number> = {};
  const send = ({ method = 'GET', path, headers = {}, body }: Call) =>
    new Promise<void>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: service.port, agent, method, path, headers };
      const sent = request(to, (response) => {
        const status = response.statusCode ?? 0;
        statuses[status] = (statuses[status] ?? 0) + 1;
        response.resume().once('end', resolve).once('error', reject);
      });
      sent.once('error', reject).end(body);
    });

  let made = 0;
  const callUntil = async (count: number) => {
    const worker = async () => {
      while (made < count) {
        made++;
        await send(next());
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  };
  const startedAt = performance.now();
  await callUntil(WARM_UP);
  const filesAfterWarmUp = files();
  const live: [number, number][] = [];
  const resident: number[] = [];
  // Between calls: pages that are being rendered take more than what is looked for.
  for (let i = 1; i <= SAMPLES; i++) {
    resident.push((residentBytes(service) + residentBytes({ pid: pages })) / MB);
    live.push([made, ((await liveBytes(service)) + (await liveBytes(service, pages))) / MB]);
    await callUntil(WARM_UP + ((CALLS - WARM_UP) / SAMPLES) * i);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();

  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(CALLS / 10);
  const growth = slope(live) * 100_000;
  expect(growth).toBeLessThanOrEqual(MB_PER_100_000_MAX);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const [first, last] = [mean(resident.slice(0, SAMPLES / 4)), mean(resident.slice(-SAMPLES / 4))];
  expect(last).toBeLessThanOrEqual(first * RESIDENT_GROWTH_MAX);
  await eventually(() => openSockets(service) <= sockets + 3, 10_000);
  expect(files()).toBeLessThanOrEqual(filesAfterWarmUp + 3);
  figure(
    TOPIC,
    `${CALLS} mixed calls${IS_SOAK ? '' : ' (short)'}`,
    [
      `live after the warm-up ${Math.round(live[0]?.[1] ?? 0)} MB, at the end ${Math.round(live.at(-1)?.[1] ?? 0)} MB, ${growth.toFixed(2)} MB per 100 000 calls`,
      `resident ${Math.round(first)} and ${Math.round(last)} MB`,
      `sockets back at ${sockets}, files at ${filesAfterWarmUp}`,
      `${Math.round(CALLS / seconds)} calls/s`,
      `by status ${JSON.stringify(statuses)}`,
    ].join('; '),
  );
});

type Call = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Draws random calls of a busy service: valid and invalid reports and reads, an admin's pages, failed sign-ins. */
async function mixedCalls(port: number, bots: readonly TestBot[]): Promise<() => Call> {
  const origin = `http://127.0.0.1:${port}`;
  const jar = new BrowserJar(origin);
  await jar.signIn(ADMIN.email, ADMIN.password);
  // Starts the read worker, which then stays.
  await (await jar.fetch('/admin/bots')).text();

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
    const [action, path] = SIGN_IN;
    const fields = { email: `${below(1e9)}@example.org`, password: 'a guess' };
    return { method: 'POST', path, ...actionText(action, fields, { Origin: origin }) };
  };
}
