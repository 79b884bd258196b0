import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { makeBot, type Site, sessionCookie } from '../support/site';
import { botWithReports, expect, newBotId, newPerson, openAs, signIn, test } from './support';

const OTHERS = ['Notifications', 'API reference'];
const ADMIN = ['Overview', 'Bots', 'People', 'Keys', 'Audit log'];
const TABS = ['Overview', 'Activity', 'Analytics', 'Alerts', 'Keys', 'Settings'] as const;

/** Opens the page of a new bot with a report, as its owner. */
async function openOverview(page: Page, site: Site) {
  const bot = await botWithReports(site, [MINUTE_MS]);
  await openAs(page, site, bot.email);
  await page.goto(bot.url);
  await page.waitForLoadState('networkidle');
  return bot;
}

test('every tab of a bot has the same head, one state, one sentence, and a title of its own', async ({
  page,
  site,
}) => {
  const bot = await openOverview(page, site);
  for (const tab of TABS) {
    await page.getByRole('navigation', { name: 'Bot', exact: true }).getByRole('link', { name: tab }).click();
    await expect(page).toHaveTitle(`Charted · Healthy · ${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charted');
    const main = page.getByRole('main');
    await expect(main.getByText(bot.id).first()).toBeVisible();
    await expect(main.getByRole('button', { name: 'Copy the bot’s id' })).toBeVisible();
    await expect(main.getByText('Business', { exact: true }).first()).toBeVisible();
    await expect(main.getByText('Healthy', { exact: true })).toHaveCount(1);
    await expect(main.getByRole('region', { name: 'State', exact: true })).toHaveText(
      /^All good\. Last report .+ ago; 100,000 calls left until /,
    );
  }
});

test('the width alone decides the form of the frame, and each has one heading and a way to every page', async ({
  page,
  site,
}) => {
  await openOverview(page, site);
  const side = page.getByRole('complementary', { name: 'Sidebar' });
  const sections = side.getByRole('navigation', { name: 'Bot' }).getByRole('link');
  const bar = page.getByRole('navigation', { name: 'Bar' });
  for (const [width, sideWidth] of [
    [1_280, 240],
    [1_279, 56],
    [768, 56],
    [767, null],
    [320, null],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeVisible({ visible: sideWidth === null });
    await expect(side).toBeVisible({ visible: sideWidth !== null });
    if (sideWidth === null) await bar.getByRole('button', { name: 'More' }).click();
    else expect((await side.boundingBox())?.width).toBe(sideWidth);
    await expect(sections).toHaveCount(7);
    await expect(sections.last()).toHaveAccessibleName('Settings');
    if (sideWidth !== null) continue;
    await sections.last().click();
    await expect(page).toHaveTitle(/ · Settings$/);
    await expect(side).toBeHidden();
    await bar.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveTitle(/ · Overview$/);
  }
});

test('with scripts blocked the drawer and the list of bots open, and their links lead on', async ({
  browser,
  site,
}) => {
  const bot = await botWithReports(site, [MINUTE_MS]);
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  await signIn(context, site, bot.email);
  const page = await context.newPage();
  await page.goto(bot.url);
  const side = page.getByRole('complementary', { name: 'Sidebar' });
  await page.getByRole('button', { name: 'All pages' }).click();
  await side.getByRole('link', { name: 'Votes' }).click();
  await expect(page).toHaveURL(`${bot.url}/votes`);
  await page.getByRole('button', { name: 'All pages' }).click();
  await side.getByRole('button', { name: /choose a bot$/ }).click();
  await page.locator('#switch').getByRole('link', { name: 'My bots' }).click();
  await expect(page).toHaveURL(site.origin + paths.bots);
  await context.close();
});

test('the switcher says the bot and its state, and leads to another by a part of its name', async ({
  page,
  site,
}) => {
  const bot = await botWithReports(site, [MINUTE_MS]);
  const other = newBotId();
  await makeBot(site, { id: other, owner: bot.email, name: 'Lantern' });
  await openAs(page, site, bot.email);
  await page.goto(bot.url);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Charted, Healthy: choose a bot' }).click();
  await expect(page.getByRole('combobox', { name: 'Bots' })).toBeFocused();
  await page.keyboard.type('lan');
  await expect(page.getByRole('option')).toHaveText([`Lantern${other}`]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(site.origin + paths.bot(other).page);
  await expect(page.locator('#switch')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lantern, New: choose a bot' })).toBeVisible();
});

test('a signed-in person keeps the navigation where there is no page, in the first HTML', async ({
  page,
  site,
}) => {
  const [owner, admin] = [await newPerson(site, 'Kim'), await newPerson(site, 'Ada', 'admin')];
  const owning = await newPerson(site, 'Ann', 'admin');
  await makeBot(site, { id: newBotId(), owner: owning });
  for (const [email, links] of [
    // Only an admin without bots has no list of their own.
    [owner, ['My bots', ...OTHERS]],
    [admin, [...OTHERS, ...ADMIN]],
    [owning, ['My bots', ...OTHERS, ...ADMIN]],
  ] as const) {
    await openAs(page, site, email);
    for (const path of ['/nowhere', paths.bot('1283746529000000099').keys]) {
      await page.goto(site.origin + path);
      await expect(page.getByText('This page does not exist')).toBeVisible();
      const side = page.getByRole('complementary', { name: 'Sidebar' });
      await expect(side.getByRole('navigation').getByRole('link')).toHaveText([...links]);
    }
  }
  const headers = { accept: 'text/html', cookie: await sessionCookie(site, owner) };
  const html = await (await fetch(`${site.origin}/nowhere`, { headers })).text();
  expect(html.replace(/<script.*?<\/script>/gs, '')).toContain('My bots');
});
