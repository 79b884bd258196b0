import { paths } from '@/lib/contract/paths';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { makeBot, sessionCookie } from '../support/site';
import { botWithReports, expect, newBotId, newPerson, openAs, test } from './support';

const TABS = ['Overview', 'Activity', 'Analytics', 'Alerts', 'Keys', 'Settings'] as const;

test('every tab of a bot has the same head, and crumbs that end in its own name', async ({ page, site }) => {
  const bot = await botWithReports(site, [MINUTE_MS]);
  await openAs(page, site, bot.email);
  await page.goto(bot.url);
  for (const tab of TABS) {
    await page.getByRole('navigation', { name: 'Bot', exact: true }).getByRole('link', { name: tab }).click();
    await expect(page.locator('[aria-current="page"]').getByText(tab).first()).toBeVisible();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect(crumbs.getByRole('listitem')).toHaveText([/^My bots/, /^Charted/, tab]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charted');
    const head = page.getByRole('main').locator('> div > div').first();
    await expect(head.getByText(bot.id)).toBeVisible();
    await expect(head.getByRole('button', { name: 'Copy the bot’s id' })).toBeVisible();
    for (const badge of ['Business', 'Healthy'])
      await expect(head.getByText(badge, { exact: true })).toBeVisible();
  }
});

test('on a phone the strip of tabs shows the current one', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bot = await botWithReports(site, [MINUTE_MS]);
  await openAs(page, site, bot.email);
  await page.goto(`${bot.url}/settings`);
  const strip = page.getByRole('navigation', { name: 'Bot', exact: true });
  await expect(strip.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  await page.goto(bot.url);
  await expect(strip.getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 1 });
  expect(await strip.evaluate((nav) => nav.scrollWidth > nav.clientWidth)).toBe(true);
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
    [owner, ['My bots', 'API']],
    [admin, ['Overview', 'Bots', 'People', 'Keys', 'Audit log', 'API']],
    [owning, ['My bots', 'Overview', 'Bots', 'People', 'Keys', 'Audit log', 'API']],
  ] as const) {
    await openAs(page, site, email);
    for (const path of ['/nowhere', paths.bot('1283746529000000099').keys]) {
      await page.goto(site.origin + path);
      await expect(page.getByText('This page does not exist')).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([...links]);
    }
  }
  const headers = { accept: 'text/html', cookie: await sessionCookie(site, owner) };
  const html = await (await fetch(`${site.origin}/nowhere`, { headers })).text();
  expect(html.replace(/<script.*?<\/script>/gs, '')).toContain('My bots');
});
