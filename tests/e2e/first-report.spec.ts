import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { PASSWORD } from '../support/browser-jar';
import { bearer } from '../support/process/requests';
import { makeBot, makeKey, type Site, startSite } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { expect, newBotId, newPerson, openAs, report, test } from './support';

/** The card of a bot that has not reported yet. */

const execute = promisify(execFile);
const run = (command: string, args: string[], { cwd }: { cwd?: string } = {}) =>
  execute(command, args, { ...(cwd && { cwd }), env: { ...process.env, FORCE_COLOR: '0' } });
const cardOf = (page: Page) => page.getByRole('region', { name: 'Send the first report' });
const liveOf = (page: Page) => page.getByRole('region', { name: 'Live' });
/** Opens the page of a bot that has just been made, as its owner; returns the id. */
async function openNewBot(page: Page, site: Site): Promise<string> {
  const [owner, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner });
  await openAs(page, site, owner);
  await page.goto(site.origin + paths.bot(id).page);
  return id;
}
const codeOf = async (page: Page, label: string) =>
  (await cardOf(page).getByRole('region', { name: label, exact: true }).textContent()) ?? '';

/** Runs a command in a folder that holds one file. */
async function inFolder<R>(file: string, text: string, work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-author-'));
  try {
    writeFileSync(join(folder, file), text);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('from the set-up link to the first report by the printed program takes at most 8 clicks', async ({
  page,
}) => {
  const site = await startSite();
  const id = newBotId();
  let clicks = 0;
  const click = async (
    name: string,
    within: Pick<Page, 'getByRole'> = page,
    role: 'link' | 'button' = 'button',
  ) => {
    await within.getByRole(role, { name, exact: true }).click();
    clicks++;
  };
  await page.goto(/http:\/\/\S+\/setup\?token=[\w-]+/.exec(site.output())?.[0] ?? '');
  await page.getByLabel('Email').fill('root@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await click('Create admin');
  await page.getByRole('region', { name: 'What to do next' }).waitFor();
  await page.waitForLoadState('networkidle');
  await click('Bots', page.getByRole('navigation', { name: 'Admin' }), 'link');
  await page.waitForURL(site.origin + paths.admin.bots);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Register bot' }).first().click();
  clicks++;
  await page.getByLabel('Id', { exact: true }).fill(id);
  await page.getByLabel('Name', { exact: true }).fill('Lantern');
  await page.getByLabel('Owner’s email').fill('root@example.org');
  await click('Register bot', page.getByRole('dialog'));
  await expect(page.getByRole('heading', { name: 'Lantern', level: 1 })).toBeVisible();
  await expect(liveOf(page).getByText('No key yet')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a new bot');
  await click('Create key', cardOf(page));
  await expect(cardOf(page).getByText('the only time that the key is shown')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a new bot with its key');
  await click('Copy: First report with JavaScript');
  expect(clicks).toBeLessThanOrEqual(8);

  const program = await codeOf(page, 'First report with JavaScript');
  const install = await codeOf(page, 'Install the JavaScript client');
  expect(await codeOf(page, 'Run the JavaScript program')).toBe('node bot.mjs');
  await inFolder('bot.mjs', program, async (cwd) => {
    await run('sh', ['-c', `${install} --no-audit --no-fund`], { cwd });
    const { stdout } = await run('node', ['bot.mjs'], { cwd });
    expect(stdout).toContain('ok: true');
  });
  // The key stays on the screen until its reader has done with it.
  await expect(liveOf(page).getByText('The first report has arrived')).toBeVisible();
  await expect(cardOf(page).getByRole('region', { name: 'API key' })).toBeVisible();
  await cardOf(page).getByRole('button', { name: 'Show the charts' }).click();
  await expect(page.getByRole('region', { name: 'Servers and users' })).toBeVisible();
  await expect(page.getByText(/^btm_/)).toHaveCount(0);
  await site.stop();
});

test('curl reports as printed', async ({ page, site }) => {
  const id = await openNewBot(page, site);
  await cardOf(page).getByRole('button', { name: 'Create key' }).click();
  const key = (await codeOf(page, 'API key')).trim();
  await cardOf(page).getByText('curl', { exact: true }).click();
  const line = await codeOf(page, 'First report with curl');
  expect(line).toContain(key);
  expect(JSON.parse((await run('sh', ['-c', line])).stdout)).toMatchObject({
    success: true,
    data: { botId: id },
  });
});

test('what arrives from a new bot is listed as it does: a refused call with its reason, a heartbeat, the report', async ({
  page,
  site,
}) => {
  const id = await openNewBot(page, site);
  await expect(liveOf(page).getByText('No key yet')).toBeVisible();
  const { key } = await makeKey(site, id);
  await expect(liveOf(page).getByText('The key was not used yet')).toBeVisible();
  expect(await report(site, key, newBotId(), 5)).toBe(403);
  await expect(liveOf(page).getByText('403 bot_mismatch')).toBeVisible();
  await expect(liveOf(page).getByText(/^This key belongs to a different bot/)).toBeVisible();
  await expect(liveOf(page).getByText(/^A key was used/)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a new bot whose call was refused');

  await fetch(`${site.origin}/api/v1/heartbeat`, { method: 'POST', headers: bearer({ key }) });
  await expect(liveOf(page).getByText(/^A heartbeat arrived/)).toBeVisible();
  await expect(page.getByRole('main').getByText('New, connected', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/ · New, connected · /);

  await liveOf(page).getByRole('link', { name: 'All refused calls' }).click();
  await expect(page.getByText('403 bot_mismatch')).toBeVisible();
  await page.goto(site.origin + withQuery(paths.bots, {}));
  await expect(page.getByRole('main').getByText('New, connected', { exact: true })).toBeVisible();
  await page.goto(site.origin + paths.bot(id).page);
  expect(await report(site, key, id, 5)).toBe(200);
  await expect(page.getByRole('region', { name: 'Servers and users' })).toBeVisible();
});

const MISTAKES = [
  ['a wrong key', (code: string) => code.replace(/btm_\w+/, 'btm_wrong'), /key/i],
  ['the id of another bot', (code: string) => code.replace(/botId: '\d+'/, `botId: '${newBotId()}'`), /bot/i],
  [
    'a dead server',
    (code: string) => code.replace(/baseUrl: '[^']+'/, "baseUrl: 'http://127.0.0.1:9'"),
    /127\.0\.0\.1|reach|respond|connect/i,
  ],
] as const;
test('the printed program says on standard error that its key, its bot’s id or its server is wrong', async ({
  page,
  site,
}) => {
  await openNewBot(page, site);
  await cardOf(page).getByRole('button', { name: 'Create key' }).click();
  await expect(cardOf(page).getByRole('region', { name: 'API key' })).toBeVisible();
  const program = await codeOf(page, 'First report with JavaScript');
  const install = await codeOf(page, 'Install the JavaScript client');
  await inFolder('bot.mjs', program, async (cwd) => {
    await run('sh', ['-c', `${install} --no-audit --no-fund`], { cwd });
    for (const [what, change, warning] of MISTAKES) {
      writeFileSync(join(cwd, 'bot.mjs'), change(program));
      const { stdout, stderr } = await run('node', ['bot.mjs'], { cwd });
      expect([what, stdout]).toEqual([what, expect.stringContaining('ok: false')]);
      expect(stderr, what).toMatch(warning);
      expect(stderr).not.toMatch(/btm_\w{30}/);
    }
  });
});
