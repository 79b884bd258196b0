import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActivityView } from '@/lib/contract/activity-view';
import type { BotView } from '@/lib/contract/bot-view';
import type { OwnBotsView } from '@/lib/contract/own-bots';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { signInOver } from '@/tests/support/browser-jar';

const READY_MAX_MS = 100_000;

let child: ChildProcess;
let output = '';
let folder: string;
let origin: string;
let cookie: string;
const scratch = () => join(folder, 'scratch');
const realDatabase = () => join(folder, 'real.db');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-demo-test-'));
  mkdirSync(scratch());
  child = spawn(process.execPath, ['lib/build/demo.mjs'], {
    env: { ...process.env, PORT: '0', TMPDIR: scratch(), DATABASE_URL: `file:${realDatabase()}` },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const giveUpAt = Date.now() + READY_MAX_MS;
  while (!output.includes('password') && child.exitCode === null && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  origin = /http:\/\/\S+/.exec(output)?.[0] ?? '';
  cookie = await signInOver(origin, login('owner'), /password\s+(.+)$/m.exec(output)?.[1]);
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const login = (role: string) => new RegExp(`${role}\\s+(\\S+@\\S+)`).exec(output)?.[1] ?? '';
const read = async <T>(path: string): Promise<T> =>
  (await fetch(origin + path, { headers: { cookie } })).json() as Promise<T>;

describe('npm run demo', () => {
  test('shows one bot on each plan, one each in healthy, warning and critical', async () => {
    const { bots } = await read<OwnBotsView>('/api/dashboard/bots');
    expect(bots.map((bot) => bot.planDisplayName).sort()).toEqual(['Business', 'Free', 'Premium']);
    expect(bots.map(({ state }) => state.name)).toEqual(['critical', 'warning', 'healthy']);
  });

  test('has the tabs that the pictures of the README show; if not, run `npm run pictures`', async () => {
    const { bots } = await read<OwnBotsView>('/api/dashboard/bots');
    const html = await (await fetch(`${origin}/bots/${bots[0]?.id}`, { headers: { cookie } })).text();
    const [, tabs = ''] = /<nav aria-label="Bot"[^>]*>(.*?)<\/nav>/.exec(html) ?? [];
    const names = [...tabs.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, text = '']) =>
      text.replace(/<[^>]*>/g, ''),
    );
    expect(names).toEqual(JSON.parse(readFileSync('tests/api/demo/tabs.json', 'utf8')));
  });

  test('has the badge that the README shows, with other numbers; if not, run `npm run pictures`', async () => {
    const { bots } = await read<OwnBotsView>('/api/dashboard/bots');
    const [shown] = bots.filter(({ planDisplayName }) => planDisplayName === 'Business');
    const badge = await (await fetch(`${origin}/badge/${shown?.id}/servers.svg`)).text();
    const withoutNumbers = (svg: string) => svg.replace(/\d+([.,]\d+)*/g, '#');
    expect(badge).toContain('>servers<');
    expect(withoutNumbers(badge)).toBe(withoutNumbers(readFileSync('public/pictures/badge.svg', 'utf8')));
  });

  test('has history as far back as each plan keeps', async () => {
    const { bots, nowMs } = await read<OwnBotsView>('/api/dashboard/bots');
    for (const { id } of bots) {
      const view = await read<BotView>(`/api/dashboard/bots/${id}?range=all`);
      const oldestMs = view.series[0]?.[0] ?? nowMs;
      const keptMs = view.usage.capabilities.historyDays * DAY_MS;
      expect((nowMs - oldestMs) / keptMs).toBeGreaterThan(0.99);
      expect(view.series.length).toBeGreaterThan(200);
    }
  });

  test('explains the refused calls of the last days, as its counters have them', async () => {
    const { bots } = await read<OwnBotsView>('/api/dashboard/bots');
    let refused = 0;
    for (const { id } of bots) {
      const { usage } = await read<BotView>(`/api/dashboard/bots/${id}`);
      for (const { date, rejected } of usage.statistics.usageHistory.slice(-7, -1)) {
        const { entries, unexplained } = await read<ActivityView>(
          `/api/dashboard/bots/${id}/activity?kind=refused&range=${date}..${date}`,
        );
        expect([unexplained, entries.length]).toEqual([0, rejected > 0 ? 1 : 0]);
        refused += rejected;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  test('has a bot that reports through the client library', async () => {
    const { bots } = await read<OwnBotsView>('/api/dashboard/bots');
    const live = bots.find((bot) => bot.planDisplayName === 'Business')?.id ?? '';
    const startedAtMs = (await read<BotView>(`/api/dashboard/bots/${live}`)).lastReport?.atMs ?? 0;
    const isNewer = async () =>
      ((await read<BotView>(`/api/dashboard/bots/${live}`)).lastReport?.atMs ?? 0) > startedAtMs;
    // At most one interval of a minute and the client's jitter after the seeded last report.
    await expect.poll(isNewer, { timeout: 110_000, interval: 500 }).toBe(true);
  });

  test('delivers the creation of its keys to a receiver that prints it', async () => {
    await expect.poll(() => output).toMatch(/^webhook received: key\.created \{.*"botName":"Harbour"/m);
    expect(output).not.toMatch(/btm_|whsec_/);
    const page = await fetch(`${origin}/notifications`, { headers: { cookie } });
    expect(await page.text()).toContain('Tidekeeper was silent for');
  });

  test('the admin’s login works too', async () => {
    const admin = await signInOver(origin, login('admin'), /password\s+(.+)$/m.exec(output)?.[1]);
    expect((await fetch(`${origin}/admin/bots`, { headers: { cookie: admin } })).status).toBe(200);
  });

  test('deletes its data and never uses the real database', async () => {
    expect(readdirSync(scratch()).length).toBeGreaterThan(0);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(readdirSync(scratch())).toEqual([]);
    expect(existsSync(realDatabase())).toBe(false);
  });
});
