import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { pauseBot } from '@/lib/services/silences/pause';
import { PASSWORD } from '../support/browser-jar';
import { openRawDatabase } from '../support/process/raw-database';
import { accepted } from '../support/result';
import { makeBot, type Site } from '../support/site';
import { expectAccessible } from './axe';
import { expect, newBotId, newPerson, openAs, test } from './support';

/** One bot in each state, from worst to best: calls used of 1500, and hours since the last report. */
const BOTS = [
  { name: 'Anvil', used: 1_500, silentHours: 30 },
  { name: 'Quiet', used: 100, silentHours: 3 },
  { name: 'Tidekeeper', used: 1_446, silentHours: 0.1 },
  { name: 'Lantern', used: 1_260, silentHours: 0.2 },
  { name: 'Barred', used: 10, silentHours: 0.3, isDisabled: true },
  { name: 'Newcomer', used: 0, silentHours: null },
  { name: 'Harbour', used: 20, silentHours: 0.4 },
] as const;
const NAMES = BOTS.map(({ name }) => name);

/** Creates an owner with BOTS, and an instance that was serving all the time. */
async function ownerOfBots(site: Site) {
  const owner = await newPerson(site);
  const ids = new Map<string, string>();
  const raw = openRawDatabase(site.databaseUrl);
  const now = Date.now();
  await raw.run(
    'INSERT INTO serving_times VALUES (0, ?) ON CONFLICT (from_ms) DO UPDATE SET until_ms = excluded.until_ms',
    now + DAY_MS,
  );
  for (const bot of BOTS) {
    const id = newBotId();
    ids.set(bot.name, id);
    await makeBot(site, { id, owner, name: bot.name });
    const reportAt = bot.silentHours === null ? 'NULL' : Math.round(now - bot.silentHours * HOUR_MS);
    await raw.run(
      `UPDATE bots SET registered_at_ms = ?, cycle_used = ?, last_report_at_ms = ${reportAt}, server_count = 4,
         user_count = 9, shard_count = 1 WHERE id = ?`,
      now - 9 * DAY_MS,
      bot.used,
      id,
    );
    if ('isDisabled' in bot) accepted(await changeBot(site.ports, OPERATOR, id, { isDisabled: true }));
  }
  await raw.run(
    'INSERT INTO reports VALUES (?, ?, 1, 1, 9, 1), (?, ?, 2, 6, 9, 1)',
    ids.get('Harbour') ?? '',
    now - 7 * DAY_MS + HOUR_MS / 2,
    ids.get('Harbour') ?? '',
    now - DAY_MS,
  );
  await raw.close();
  return { owner, idOf: (name: string) => ids.get(name) ?? '' };
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const namesOn = (page: Page) => rows(page).getByRole('link').allTextContents();
const chips = (page: Page) => page.getByRole('navigation', { name: 'State', exact: true });
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });

test('“is any bot in trouble?” is answered without a click after sign-in', async ({ page, site }) => {
  const { owner } = await ownerOfBots(site);
  await page.addInitScript((login) => {
    const count = () => {
      if (location.pathname !== login) sessionStorage.setItem('clicks', 'some');
    };
    document.addEventListener('click', count, true);
  }, paths.login);
  await page.goto(site.origin + paths.login);
  await page.getByLabel('Email').fill(owner);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(chips(page)).toHaveText('All7Stopped1Silent1Critical1Warning1Disabled1New1Healthy1');
  await expect(chips(page)).toBeInViewport();
  await expect(page.locator('[data-figure]').first()).toHaveText('Bots74 need attention');
  const first = rows(page).first();
  await expect(first).toBeInViewport();
  await expect(first).toContainText(/Stopped until.*Anvil/);
  expect(await page.evaluate(() => sessionStorage.getItem('clicks'))).toBeNull();
});

test('the list has the worst bot first, and only a healthy one is called so', async ({ page, site }) => {
  const { owner, idOf } = await ownerOfBots(site);
  await openAs(page, site, owner);
  expect(await namesOn(page)).toEqual(NAMES);
  const words = ['Stopped until', 'Silent for 3 h', 'Critical', 'Warning', 'Disabled', 'New', 'Healthy'];
  for (const [i, name] of NAMES.entries()) {
    await expect(rowOf(page, name)).toContainText((words[i] ?? '').replaceAll(' h', '\u00a0h'));
    if (name !== 'Harbour') await expect(rowOf(page, name)).not.toContainText('Healthy');
  }
  await expect(rowOf(page, 'Harbour')).toContainText('+3 (+300%)');
  await expectAccessible(page, paths.bots);
  // The whole row opens the bot.
  await rowOf(page, 'Harbour').getByRole('meter').click({ force: true });
  await expect(page).toHaveURL(new RegExp(`${idOf('Harbour')}$`));
});

test('the list is filtered, searched and sorted, all kept in the address', { tag: '@journey' }, async ({
  page,
  site,
}) => {
  const { owner } = await ownerOfBots(site);
  await openAs(page, site, owner);
  await chips(page).getByRole('link', { name: 'Silent' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await namesOn(page)).toEqual(['Quiet']);
  await expect(page).toHaveURL(/\/bots\?state=silent&/);
  await chips(page).getByRole('link', { name: 'All' }).click();
  await expect(rows(page)).toHaveCount(7);

  await page.getByRole('link', { name: 'Bot', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).first()).toContainText('Anvil');
  expect(await namesOn(page)).toEqual(NAMES.toSorted());
  await page.getByRole('searchbox').fill('er');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/q=er/);
  await expect(rows(page)).toHaveCount(3);
  expect(await namesOn(page)).toEqual(['Lantern', 'Newcomer', 'Tidekeeper']);
  await page.reload();
  expect(await namesOn(page)).toEqual(['Lantern', 'Newcomer', 'Tidekeeper']);
  await page.getByRole('searchbox').fill('nothing like this');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('Nothing matches “nothing like this”.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all bots' }).click();
  await expect(rows(page)).toHaveCount(7);
  expect(await namesOn(page)).toEqual(NAMES);
});

test('a bot’s page, its tab and the admins’ table show the same state as the list', async ({
  page,
  site,
}) => {
  const { owner, idOf } = await ownerOfBots(site);
  await openAs(page, site, owner);
  const states = ['Stopped', 'Silent', 'Critical 96.4%', 'Warning 84%', 'Disabled', 'New', 'Healthy'];
  const icons = new Set<string | null>();
  for (const [i, state] of states.entries()) {
    const name = NAMES[i] ?? '';
    await page.goto(site.origin + paths.bot(idOf(name)).page);
    await expect(page).toHaveTitle(`${name} · ${state} · Overview`);
    const [word = ''] = state.split(' ');
    const badge = page
      .getByRole('main')
      .getByText(/^(Stopped until|Silent for|Critical|Warning|Disabled|New|Healthy)/);
    await expect(badge.first()).toContainText(word);
    await expect(page.locator('link[rel~="icon"]').first()).toHaveAttribute('href', /^data:image\/svg/);
    icons.add(await page.locator('link[rel~="icon"]').first().getAttribute('href'));
    // The gauge shows no second state.
    const gauge = page.getByRole('meter', { name: 'Calls used in this cycle' });
    await expect(gauge).toHaveAttribute('aria-valuetext', /^\d+ of 1500 calls used, [\d.]+ percent$/);
    if (name !== 'Newcomer') await expect(page.getByText('Waiting for the first report')).toHaveCount(0);
  }
  expect(icons.size).toBe(7);
  await page.goto(site.origin + paths.bots);
  await expect(page.locator('link[rel~="icon"]').first()).not.toHaveAttribute('href', /^data:/);

  await openAs(page, site, await newPerson(site, 'Admin', 'admin'));
  await page.goto(`${site.origin}${paths.admin.bots}?q=${owner}`);
  for (const [name, word] of [
    ['Anvil', 'Stopped until'],
    ['Quiet', 'Silent for'],
    ['Newcomer', 'New'],
    ['Barred', 'Disabled'],
  ] as const) {
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText(word);
  }
});

test('a disabled bot without a report is not asked to report', async ({ page, site }) => {
  const { owner, idOf } = await ownerOfBots(site);
  accepted(await changeBot(site.ports, OPERATOR, idOf('Newcomer'), { isDisabled: true }));
  await openAs(page, site, owner);
  await page.goto(site.origin + paths.bot(idOf('Newcomer')).page);
  await expect(page.getByText('No reports yet')).toBeVisible();
  await expect(page.getByText(/Waiting for|Make it report|npm install/)).toHaveCount(0);
});

test('a long list is paged', async ({ page, site }) => {
  const owner = await newPerson(site);
  for (let i = 1; i <= 31; i++) await makeBot(site, { id: newBotId(), owner, name: `Fleet ${i}` });
  await openAs(page, site, owner);
  await expect(page.getByText('1–30 of 31 bots')).toBeVisible();
  await expect(rows(page)).toHaveCount(30);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('link', { name: 'Fleet 31' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('a pinned bot stays on top for who pinned it, in every order, also with scripts blocked', async ({
  page,
  site,
  browser,
}) => {
  const { owner } = await ownerOfBots(site);
  await openAs(page, site, owner);
  await page.waitForLoadState('networkidle');
  const pin = page.getByRole('button', { name: 'Pin Harbour' });
  await pin.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText('Harbour');
  await expect(page.getByRole('button', { name: 'Unpin Harbour' })).toBeFocused();
  await page.goto(`${site.origin}${paths.bots}?sort=name&dir=desc`);
  expect((await namesOn(page)).slice(0, 2)).toEqual(['Harbour', 'Tidekeeper']);

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await openAs(plain, site, owner);
  await plain.goto(site.origin + paths.bots);
  await plain.getByRole('button', { name: 'Unpin Harbour' }).click();
  await expect(rows(plain).last()).toContainText('Harbour');
  expect(await namesOn(plain)).toEqual(NAMES);
  await plain.context().close();
});

test('a planned silence is a state of its own in list, chips, totals and head', async ({ page, site }) => {
  const { owner, idOf } = await ownerOfBots(site);
  accepted(await pauseBot(site.ports, OPERATOR, idOf('Harbour'), { minutes: 60 }));
  await openAs(page, site, owner);
  await expect(chips(page)).toHaveText('All7Stopped1Silent1Critical1Warning1Disabled1New1Planned silence1');
  await expect(page.locator('[data-figure]').first()).toHaveText('Bots74 need attention');
  await chips(page).getByRole('link', { name: 'Planned silence' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await namesOn(page)).toEqual(['Harbour']);
  await expect(rowOf(page, 'Harbour')).toContainText(/Planned silence until \d\d:\d\d/);
  await page.goto(site.origin + paths.bot(idOf('Harbour')).page);
  await expect(page).toHaveTitle('Harbour · Planned silence · Overview');
});
