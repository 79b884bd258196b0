import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { BrowserJar } from '../../support/browser-jar';
import { IS_SOAK, size } from '../../support/fault/campaign';
import type { TestBot } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';
import { ADMIN, type ServiceWithBots } from './service-with-bots';

/** A response that takes longer has failed. */
const RESPONSE_MAX_MS = 10_000;
/** Of each client of the API. A percentile, which only a soak has, needs as many; each call has RESPONSE_MAX_MS. */
const CALLS_MIN = size(5, 21);
/** The percentile excludes at least this many calls: 1 % of 150 calls is only the one at the start of an attack. */
const SLOWEST = 5;

/** Whom the clients call: each bot reports once. */
type Target = Pick<ServiceWithBots, 'service' | 'bots'>;
type Work = () => Promise<void>;
type Request = RequestOptions & { readonly body?: string };
type Behaviour = {
  readonly calls: number;
  /** Every response other than a complete 200. */
  readonly failures: readonly string[];
  readonly p99Ms: number;
  readonly maxMs: number;
};
type WellBehaved = {
  readonly requestFor: (i: number) => Request;
  readonly pauseMs: number;
  readonly callsMin: number;
  /** The end of a complete body. */
  readonly end?: string;
};

/**
 * Runs clients while `work` runs. Each sends one request after the other and never retries. On a busy machine `work` runs
 * again until each client has made its calls, or one has failed.
 */
async function sendDuring(clients: readonly WellBehaved[], work: Work): Promise<Behaviour[]> {
  let isOver = false;
  const behind = new Set(clients);
  const run = async (client: WellBehaved): Promise<Behaviour> => {
    const { requestFor, pauseMs, callsMin, end = '' } = client;
    const times: number[] = [];
    const failures: string[] = [];
    while (!isOver) {
      const startedAt = performance.now();
      const failure = await send(requestFor(times.length), end);
      times.push(performance.now() - startedAt);
      if (failure !== null) {
        failures.push(failure);
        behind.clear();
      }
      if (times.length >= callsMin) behind.delete(client);
      await setTimeout(pauseMs);
    }
    times.sort((a, b) => a - b);
    const p99Ms = times[Math.min(Math.ceil(times.length * 0.99), times.length - SLOWEST) - 1] ?? 0;
    return { calls: times.length, failures, p99Ms, maxMs: times.at(-1) ?? 0 };
  };
  const all = Promise.all(clients.map(run));
  try {
    do await work();
    while (behind.size > 0);
  } finally {
    isOver = true;
  }
  return all;
}

/** Sends a request; returns why it failed, or `null`. */
function send({ body, ...options }: Request, end: string): Promise<string | null> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve(`${options.path}: ${error.message}`);
    const sent = request({ host: '127.0.0.1', ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', fail).once('end', () => {
        const isComplete = response.statusCode === 200 && text.endsWith(end);
        resolve(isComplete ? null : `${options.path}: ${response.statusCode} ${text.slice(-500)}`);
      });
    });
    sent.setTimeout(RESPONSE_MAX_MS, () => sent.destroy(new Error('No response.')));
    sent.once('error', fail).end(body);
  });
}

/** Runs two clients of the API, one on a keep-alive connection and one with a new connection per call. */
export async function callDuring(port: number, bots: readonly TestBot[], work: Work) {
  let nextReport = 0;
  // Each bot reports once; all other calls are usage reads.
  const requestFor = (i: number) => {
    const reporter = i % 4 === 0 ? bots[nextReport++] : undefined;
    const reader = bots[i % bots.length];
    if (reader === undefined) throw new Error('There are no bots.');
    return reporter === undefined ? usageRequest(reader) : reportRequest(reporter);
  };
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
  const client = (agent: Agent | false): WellBehaved => ({
    requestFor: (i) => ({ port, agent, ...requestFor(i) }),
    pauseMs: 5,
    callsMin: CALLS_MIN,
  });
  const [kept, fresh] = await sendDuring([client(keepAlive), client(false)], work);
  keepAlive.destroy();
  if (kept === undefined || fresh === undefined) throw new Error('There are no clients.');
  return { kept, fresh };
}

/** Reads usage on `connections` without a pause while `work` runs; returns every response other than a complete 200. */
export async function failuresDuring(connections: number, { service, bots }: Target, work: Work) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const readers = Array.from({ length: connections }, (_, first): WellBehaved => {
    const requestFor = (i: number) => usageRequest(bots[(first + i) % bots.length] ?? { key: '' });
    return {
      requestFor: (i) => ({ port: service.port, agent, ...requestFor(i) }),
      pauseMs: 0,
      callsMin: CALLS_MIN,
    };
  });
  const seen = await sendDuring(readers, work);
  agent.destroy();
  return seen.flatMap(({ failures }) => failures);
}

/** Asserts that the API's clients are served while `work` runs, within the bounds in ms; returns the figures. */
export async function expectServed(
  { service, bots }: Target,
  work: Work,
  // A percentile means something on a machine without other load only; each response has RESPONSE_MAX_MS.
  { p99Ms = IS_SOAK ? 1_000 : Infinity, longestMs = Infinity } = {},
): Promise<string> {
  const seen = await callDuring(service.port, bots, work);
  for (const behaviour of Object.values(seen)) {
    expect(behaviour.failures).toEqual([]);
    expect(behaviour.p99Ms).toBeLessThan(p99Ms);
    expect(behaviour.maxMs).toBeLessThanOrEqual(longestMs);
  }
  const { kept, fresh } = seen;
  return `kept alive: ${figures(kept, 'calls')}; new connections: ${figures(fresh, 'calls')}; 100 % got 200`;
}

const figures = ({ calls, p99Ms, maxMs }: Behaviour, what: string) =>
  `${calls} ${what}, p99 ${Math.ceil(p99Ms)} ms, longest ${Math.ceil(maxMs)} ms`;

/** The pages to request during an attack: `/login` and, with an admin's cookie, that of a bot. */
export async function visitedPages({ service, bots }: Target): Promise<readonly Request[]> {
  const browser = new BrowserJar(`http://localhost:${service.port}`);
  await browser.signIn(ADMIN.email, ADMIN.password);
  const Accept = 'text/html';
  return [
    { path: '/login', headers: { Accept } },
    { path: `/bots/${bots[0]?.id}`, headers: { Accept, Cookie: browser.cookie } },
  ];
}

/** Asserts that every page is served to another address than the attackers', and the API's clients too; returns figures. */
export async function expectPagesServed(on: Target, pages: readonly Request[], work: Work): Promise<string> {
  // The attackers connect from 127.0.0.1. Each page is requested on a new connection.
  const from = { port: on.service.port, localAddress: '127.0.0.2' };
  const visitor: WellBehaved = {
    requestFor: (i) => ({ ...from, agent: false, ...pages[i % pages.length] }),
    pauseMs: 20,
    callsMin: pages.length,
    end: '</html>',
  };
  let visits: Behaviour | undefined;
  const visiting = async () => {
    [visits] = await sendDuring([visitor], work);
  };
  // These bounds need a machine without other load.
  const calls = await expectServed(on, visiting, IS_SOAK ? { p99Ms: 100 } : {});
  if (visits === undefined) throw new Error('There were no visits.');
  expect(visits.failures).toEqual([]);
  if (IS_SOAK) expect(visits.p99Ms).toBeLessThanOrEqual(1_000);
  return `${figures(visits, 'pages for another address')}; calls ${calls}`;
}
