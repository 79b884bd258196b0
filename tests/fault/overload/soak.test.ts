import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { figure, IS_SOAK, randomFrom, SEED, size } from '../../support/fault/campaign';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/site';
import { eventually, openDescriptors, stage, TOPIC } from './stage';

const CALLS = size(100_000, 1_000_000);
const CONNECTIONS = 32;
/** What is compiled, cached and allocated for good comes first. */
const WARM_UP = CALLS * 0.5;
const SAMPLES = 24;
/** The goal at full length; in a short run the heap still grows to its working size. */
const MB_PER_100_000_MAX = size(200, 1);
const MB = 1_048_576;

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** Resident memory of a process in bytes. */
const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

/** Of the line through (x, y) that lies nearest to all points. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const [over, under] = points.reduce(
    ([o, u], p) => [o + (p[0] - x) * (p[1] - y), u + (p[0] - x) ** 2],
    [0, 0],
  );
  return over / under;
}

it(`memory and descriptors stay flat over ${CALLS} mixed calls`, { timeout: 3_600_000 }, async () => {
  const on = await stage();
  const { pid, port } = on.service;
  const below = randomFrom(SEED);
  const bots = [...on.bots, ...(await on.operator.bots(size(8_000, 48_000), 'business'))];
  const descriptors = openDescriptors(on.service);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<number, number> = {};
  const send = ({ method = 'GET', path, headers = {}, body }: Sent) =>
    new Promise<void>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
        const status = answer.statusCode ?? 0;
        statuses[status] = (statuses[status] ?? 0) + 1;
        answer.resume().once('end', resolve).once('error', reject);
      });
      asked.once('error', reject).end(body);
    });

  let nextReport = 0;
  const mixed = (): Sent => {
    const bot = bots[below(bots.length)];
    const fresh = bots[nextReport % bots.length];
    if (bot === undefined || fresh === undefined) throw new Error('There are no bots.');
    const json = { ...bearer(fresh), 'Content-Type': 'application/json' };
    const kind = below(1_000);
    // The first round of these is accepted, and another each minute; the rest is too soon.
    if (kind < 500) {
      nextReport++;
      return { method: 'POST', path: REPORT_PATH, headers: json, body: JSON.stringify(report(fresh)) };
    }
    if (kind < 800) return { path: USAGE_PATH, headers: bearer(bot) };
    if (kind < 900) return { path: USAGE_PATH, headers: { Authorization: `Bearer ${below(1e9)}` } };
    if (kind < 970)
      return { method: 'POST', path: REPORT_PATH, headers: json, body: `{"botId": [${below(9)}` };
    if (kind < 990) return { path: `/api/${below(1e9)}` };
    if (kind < 999) return { path: '/login' };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return {
      method: 'POST',
      path: '/api/auth/callback/credentials',
      headers: form,
      body: `email=${below(1e9)}`,
    };
  };

  const memory: [number, number][] = [];
  let made = 0;
  const worker = async () => {
    while (made < CALLS) {
      made++;
      await send(mixed());
      if (made > WARM_UP && made >= WARM_UP + ((CALLS - WARM_UP) / SAMPLES) * memory.length) {
        memory.push([made, residentBytes(pid) / MB]);
      }
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();

  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(CALLS / 10);
  const growth = slope(memory) * 100_000;
  expect(growth).toBeLessThanOrEqual(MB_PER_100_000_MAX);
  await eventually(() => openDescriptors(on.service) <= descriptors + 3, 10_000);
  const resident = `${Math.round(memory[0]?.[1] ?? 0)} MB resident after the warm-up, ${Math.round(memory.at(-1)?.[1] ?? 0)} MB at the end`;
  figure(
    TOPIC,
    `${CALLS} mixed calls${IS_SOAK ? '' : ' (short)'}`,
    `${resident}, ${growth.toFixed(2)} MB per 100 000 calls; descriptors back at ${descriptors}; ${Math.round(CALLS / seconds)} calls/s; by status ${JSON.stringify(statuses)}`,
  );
});
