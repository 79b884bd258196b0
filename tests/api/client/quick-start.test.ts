import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANY_ORIGIN } from '@/lib/view/curl';
import { findBrowser } from '@/tests/support/browser.mjs';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

/** Follows the quick start of `/docs` in an empty folder, as a bot author does. */

const run = promisify(execFile);

const site = await siteForFile();
await makePerson(site, 'owner@example.org', 'owner');

let folder: string;
let page: Page;
beforeAll(async () => {
  const launch = { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] };
  const browser: Browser = await chromium.launch(launch);
  page = await browser.newPage();
  await page.goto(`${site.origin}/docs`);
  return () => browser.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-author-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The text of a labelled code block on the page, with the browser's own origin. */
async function lines(label: string): Promise<string> {
  const code = page.getByRole('region', { name: label, exact: true });
  await code.getByText(ANY_ORIGIN).waitFor({ state: 'detached' });
  return (await code.textContent()) ?? '';
}

async function shell(command: string, env: Record<string, string> = {}): Promise<string> {
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  const options = { cwd: folder, env: { ...process.env, ...quiet, ...env } };
  return (await run('sh', ['-c', command], options)).stdout;
}

let bots = 0;
async function newBot() {
  const id = String(1_483_746_529_000_000_000n + BigInt(++bots));
  await makeBot(site, { id, owner: 'owner@example.org' });
  const { key } = await makeKey(site, id);
  return { id, env: { BOTMETER_KEY: key, BOTMETER_BOT_ID: id } };
}

const lastReport = async (id: string) => (await site.ports.store.find({ botId: id }))?.account.lastReport;

const NAMES = {
  install: 'Install the client library',
  program: 'Start it with your bot',
  run: 'Run it with a key',
};
/** Stands for the author's own bot, and ends the process after its first report. */
const BOT = 'const client = { collect: () => ({ serverCount: 4, userCount: 273 }) };\n';
const END = `
const alive = setInterval(() => {}, 1_000);
botmeter.on('report', () => { botmeter.stop(); clearInterval(alive); });
`;

describe('from /docs to the first accepted report, by copying lines', () => {
  test('as an ES module', async () => {
    const { id, env } = await newBot();
    await shell(await lines(NAMES.install));
    writeFileSync(join(folder, 'bot.mjs'), BOT + (await lines(NAMES.program)) + END);
    await shell((await lines(NAMES.run)).replace(/^export .*\n/gm, ''), env);
    expect(await lastReport(id)).toMatchObject({ serverCount: 4, userCount: 273 });
  });

  test('as CommonJS', async () => {
    const { id, env } = await newBot();
    await shell(await lines(NAMES.install));
    const program = (await lines(NAMES.program)).replace(
      /^import (\{.*\}) from ('.*');/m,
      'const $1 = require($2);',
    );
    expect(program).toContain("require('botmeter-client')");
    writeFileSync(join(folder, 'bot.cjs'), BOT + program + END);
    await shell('node bot.cjs', env);
    expect(await lastReport(id)).toMatchObject({ serverCount: 4, userCount: 273 });
  });

  test('with curl', async () => {
    const { id, env } = await newBot();
    const line = (await lines('curl for Report statistics')).replace('1234567890123456789', id);
    expect(JSON.parse(await shell(line, env))).toMatchObject({ success: true, data: { botId: id } });
    const usage = JSON.parse(await shell(await lines('curl for Read the usage record'), env));
    expect(usage.data.usage.apiCalls.used).toBe(2);
  });
});

test('the archive of a version is immutable and cacheable; /client.tgz redirects to the newest', async () => {
  const newest = await fetch(`${site.origin}/client.tgz`, { redirect: 'manual' });
  expect(newest.status).toBe(302);
  const address = newest.headers.get('location') ?? '';
  expect(address).toMatch(/^\/client-\d+\.\d+\.\d+\.tgz$/);
  const archive = await fetch(site.origin + address);
  expect(archive.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await archive.arrayBuffer()).byteLength).toBeLessThanOrEqual(24_000);
});
