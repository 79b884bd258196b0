import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { PERSON_CHANGES_MAX } from '@/lib/domain/people/throttle';
import { actionRequest, BrowserJar } from '../../support/browser-jar';
import { figure, IS_SOAK, size } from '../../support/fault/campaign';
import { MB } from '../../support/fault/memory';
import { isRunning, pagesPid } from '../../support/process/pages-process';
import { logLines, type Service } from '../../support/process/service';
import { testService } from '../../support/process/test-resources';
import {
  ADMIN,
  ENV,
  eventually,
  lasting,
  METRICS_TOKEN,
  startServiceWithBots,
  TOPIC,
} from './service-with-bots';
import { expectServed, failuresDuring } from './well-behaved';

const SPINS_MS = size(2_000, 10_000);
const STOPPED_MS = size(3_000, 30_000);
/** In the short form the machine may be busy with something else. */
const LONGEST_MAX_MS = size(2_000, 250);
const FORMS_MS = size(3_000, 30_000);
const FORM_CONNECTIONS = 32;
/** What one person may change in a minute, without the form that is sent before. */
const FORMS_MAX = PERSON_CHANGES_MAX - 1;
const PAGES = size(300, 5_000);
const PSS_MAX = { idle: 260 * MB, busy: 450 * MB };
const CHANGE = 'lib/actions/bots.ts#changeBotAction';

/** Keeps the event loop of the process that gets the signal busy, as a page that computes for ever would. */
const SPINNING = [
  'env',
  `NODE_OPTIONS=--import data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => { for (const until = Date.now() + ${SPINS_MS}; Date.now() < until; ); })`,
  )}`,
];

const originOf = ({ port }: Service) => `http://127.0.0.1:${port}`;

/** An admin's browser. */
async function signedIn(service: Service): Promise<BrowserJar> {
  const browser = new BrowserJar(originOf(service));
  await browser.signIn(ADMIN.email, ADMIN.password);
  return browser;
}

/** Names a bot with the form of the admins; returns the status. */
async function rename(browser: BrowserJar, id: string, name: string): Promise<number> {
  const sent = actionRequest(CHANGE, { id, name }, { origin: browser.origin });
  const response = await browser.fetch('/admin/bots', sent);
  expect(response.status === 200 ? await response.text() : '"done"').toContain('"done"');
  return response.status;
}

/** Where a pages process listens. */
const socketOf = (pid: number): string =>
  /BOTMETER_PAGES_SOCKET=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1] ?? '';

const pidOf = (service: Service): number => {
  const pid = pagesPid(service);
  if (pid === undefined) throw new Error('There is no pages process.');
  return pid;
};

it.each([
  ['is busy', 'SIGUSR2', SPINS_MS],
  ['is stopped', 'SIGSTOP', STOPPED_MS],
] as const)('a pages process that %s moves no call, and serves pages again', async (what, signal, forMs) => {
  const on = await startServiceWithBots(SPINNING);
  const { service } = on;
  const loadLogin = () => fetch(`${originOf(service)}/login`);
  expect((await loadLogin()).status).toBe(200);
  const pid = pidOf(service);
  let isLoaded = false;
  let page: Promise<Response> | undefined;
  const work = async () => {
    isLoaded = false;
    process.kill(pid, signal);
    page = loadLogin().finally(() => {
      isLoaded = true;
    });
    await lasting(forMs * 0.9)();
    expect(isLoaded).toBe(false);
  };
  const served = await expectServed(on, work, { longestMs: LONGEST_MAX_MS }).finally(
    () => signal === 'SIGSTOP' && process.kill(pid, 'SIGCONT'),
  );
  expect((await page)?.status).toBe(200);
  expect(pagesPid(service)).toBe(pid);
  figure(TOPIC, `the pages process ${what} for ${forMs / 1_000} s`, served);
});

it('a pages process that is killed is started again, later each time; calls are served, and what forms wrote is there', async () => {
  const on = await startServiceWithBots();
  const { service, bots } = on;
  const id = bots[0]?.id ?? '';
  const browser = await signedIn(service);
  /** Of the pages that were 503. */
  const texts: string[] = [];
  let stored = '';
  const killed = async (kill: number) => {
    process.kill(pidOf(service), 'SIGKILL');
    let tries = 0;
    await eventually(async () => {
      const name = `bot ${kill} ${tries++}`;
      if ((await rename(browser, id, name)) === 200) stored = name;
      else {
        const page = await fetch(`${originOf(service)}/login`, { headers: { accept: 'text/html' } });
        if (page.status === 503) texts.push(/<p>.*?<\/p>/.exec(await page.text())?.[0] ?? '');
      }
      return stored === name;
    }, 30_000);
    expect(await (await browser.fetch(`/bots/${id}`)).text()).toContain(stored);
  };
  let kills = 0;
  const work = async () => {
    while (kills < 3) await killed(++kills);
    await lasting(100)();
  };
  await expectServed(on, work);
  expect(texts.filter((text) => !/Nothing that you sent was stored|may have been stored/.test(text))).toEqual(
    [],
  );
  expect(texts.length).toBeGreaterThan(0);
  const restarts = logLines(service).filter(({ msg }) => String(msg).startsWith('the process of the pages'));
  expect(restarts).toMatchObject([{ inMs: 100 }, { inMs: 200 }, { inMs: 400 }]);
  const metrics = await fetch(`${originOf(service)}/api/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toMatch(/^botmeter_pages_restarts 3$/m);
});

it('pages are served again after somebody has removed their socket, as cleaners of temporary files do', async () => {
  const { service } = await startServiceWithBots();
  const pid = pidOf(service);
  rmSync(dirname(socketOf(pid)), { recursive: true });
  // At once: one alone would use the connection that is open.
  const load = async () => (await fetch(`${originOf(service)}/login`)).status;
  const loadAll = () => Promise.all(Array.from({ length: 8 }, load));
  await eventually(
    async () => (await loadAll()).every((status) => status === 200) && pagesPid(service) !== pid,
    30_000,
  );
  expect(statSync(socketOf(pidOf(service))).isSocket()).toBe(true);
});

it('a service that is killed takes its pages process and its socket with it; what forms wrote is there after the next start', async () => {
  const on = await startServiceWithBots();
  const { service, bots, databaseFile } = on;
  const browser = await signedIn(service);
  const pid = pidOf(service);
  const socket = socketOf(pid);
  expect([statSync(socket).isSocket(), statSync(dirname(socket)).mode & 0o777]).toEqual([true, 0o700]);
  for (const [i, { id }] of bots.slice(0, 5).entries()) await rename(browser, id, `stored ${i}`);
  service.kill('SIGKILL');
  await service.ended;
  const isGone = () => !isRunning(pid) && !existsSync(dirname(socket));
  await eventually(isGone, 10_000);
  const next = await testService({ databaseFile, env: ENV });
  const anew = await signedIn(next);
  for (const [i, { id }] of bots.slice(0, 5).entries())
    expect(await (await anew.fetch(`/bots/${id}`)).text()).toContain(`stored ${i}`);
});

it(`forms beside calls on ${FORM_CONNECTIONS} connections are stored soon, and the bot's page shows it at once`, async () => {
  const on = await startServiceWithBots();
  const { service, bots } = on;
  const browser = await signedIn(service);
  // The code of the form and of the page is compiled before anything is measured.
  await rename(browser, bots.at(-1)?.id ?? '', 'first');
  await (await browser.fetch(`/bots/${bots.at(-1)?.id}`)).text();
  const times: number[] = [];
  const work = async () => {
    const until = performance.now() + FORMS_MS;
    while (performance.now() < until && times.length < FORMS_MAX) {
      const bot = bots[times.length % bots.length];
      const name = `form ${times.length}`;
      const startedAt = performance.now();
      expect(await rename(browser, bot?.id ?? '', name)).toBe(200);
      times.push(performance.now() - startedAt);
      const page = await browser.fetch(`/bots/${bot?.id}`);
      expect([page.status, (await page.text()).includes(name)]).toEqual([200, true]);
    }
  };
  expect(await failuresDuring(FORM_CONNECTIONS, on, work)).toEqual([]);
  times.sort((a, b) => a - b);
  const p99Ms = times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  if (IS_SOAK) expect(p99Ms).toBeLessThanOrEqual(500);
  figure(
    TOPIC,
    `forms beside calls on ${FORM_CONNECTIONS} connections`,
    `${times.length}, p99 ${Math.ceil(p99Ms)} ms, none 503`,
  );
});

/** The memory of a process without what others share with it, in bytes. */
const pss = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1_024;

it(`both processes together hold at most ${PSS_MAX.idle / MB} MB after the start and ${PSS_MAX.busy / MB} MB after ${PAGES} pages`, {
  timeout: 1_800_000,
}, async () => {
  const { service, bots } = await startServiceWithBots();
  const held = () => pss(service.pid) + pss(pidOf(service));
  const idle = held();
  expect(idle).toBeLessThanOrEqual(PSS_MAX.idle);
  const browser = await signedIn(service);
  for (let i = 0; i < PAGES; i++) {
    const id = bots[i % bots.length]?.id;
    const paths = [
      `/bots/${id}`,
      '/bots',
      `/bots/${id}/analytics`,
      '/admin/bots',
      '/docs',
      `/bots/${id}/activity`,
    ];
    const page = await browser.fetch(paths[i % paths.length] ?? '');
    expect(page.status).toBe(200);
    await page.arrayBuffer();
  }
  const busy = held();
  expect(busy).toBeLessThanOrEqual(PSS_MAX.busy);
  figure(
    TOPIC,
    'memory of both processes (Pss)',
    `${Math.ceil(idle / MB)} MB after the start, ${Math.ceil(busy / MB)} MB after ${PAGES} pages`,
  );
});
