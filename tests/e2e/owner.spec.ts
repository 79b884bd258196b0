import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import type { PlanName } from '@/lib/domain/quota/plan';
import { makeBot, makeKey, type Site, sessionCookie } from '../support/site';
import {
  expect,
  newBotId,
  newPerson,
  openAs,
  openSendForm,
  passTime,
  report,
  sendAnyway,
  sendForm,
  stopClock,
  test,
} from './support';

async function ownerWithBot(site: Site, { name = 'Lantern', plan = 'business' as PlanName } = {}) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, name, plan });
  return { email, id, ...(await makeKey(site, id)) };
}

/** Opens the page of a new bot as its owner. */
async function ownerOnBotPage(page: Page, site: Site) {
  const bot = await ownerWithBot(site);
  await openAs(page, site, bot.email);
  await page.goto(site.origin + paths.bot(bot.id).page);
  return bot;
}

test('the list links to the bot, whose first HTML already contains the data', async ({ page, site }) => {
  const bot = await ownerWithBot(site);
  expect(await report(site, bot.key, bot.id, 4_321)).toBe(200);
  await openAs(page, site, bot.email);
  await page.getByRole('link', { name: 'Lantern' }).click();
  await expect(page.getByRole('heading', { name: 'Lantern', level: 1 })).toBeVisible();
  await expect(page.getByRole('meter', { name: /calls used/i })).toHaveAttribute('aria-valuenow', '1');

  const cookie = await sessionCookie(site, bot.email);
  const html = await (await fetch(site.origin + paths.bot(bot.id).page, { headers: { cookie } })).text();
  const body = html.slice(html.indexOf('<body'), html.indexOf('<script', html.indexOf('</main>')));
  expect(body).toContain('4,321');
  expect(body).toContain('aria-valuenow="1"');
});

test('a report of the bot shows within 5 seconds, without a reload', { tag: '@journey' }, async ({
  page,
  site,
}) => {
  await page.clock.install();
  const bot = await ownerOnBotPage(page, site);
  await expect(page.getByText('Waiting for the first report')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  // From here on the page's time passes only with `passTime`, however busy the machine is.
  await stopClock(page, 60_000);
  await passTime(page, 1_000);
  expect(await report(site, bot.key, bot.id, 77)).toBe(200);
  await passTime(page, 5_000);
  await expect(page.getByRole('region', { name: 'Servers and users' })).toBeVisible();
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '1');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the send form counts one call, even on a double click', async ({ page, site }) => {
  const bot = await ownerOnBotPage(page, site);
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('12');
  await sendForm(page).getByLabel('Users').fill('340');
  await sendForm(page).getByLabel('Shards').fill('2');
  await sendForm(page).getByRole('button', { name: 'Send stats now' }).dblclick();
  await expect(page.getByText('The report is accepted.')).toBeVisible();
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '1');
  const snapshot = await site.ports.store.find({ botId: bot.id });
  expect(snapshot?.account.cycle.used).toBe(1);
  expect(snapshot?.account.days.at(-1)).toMatchObject({ calls: 1, rejected: 0 });
  expect(snapshot?.account.lastReport).toMatchObject({ serverCount: 12, userCount: 340, shardCount: 2 });
});

test('sending too soon is refused with reason and time, counts nothing, and keeps the entered values', async ({
  page,
  site,
}) => {
  const bot = await ownerWithBot(site, { plan: 'free' });
  expect(await report(site, bot.key, bot.id, 5)).toBe(200);
  await openAs(page, site, bot.email);
  await page.goto(site.origin + paths.bot(bot.id).page);
  await openSendForm(page);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('5');
  await expect(sendForm(page)).toContainText(
    'The Free plan accepts one report every 30 minutes. Possible in',
  );
  await sendForm(page).getByLabel('Servers').fill('6');
  await sendAnyway(page);
  await expect(
    page.getByText(/Too soon: the next report is accepted in (29|30)\smin, at \w+ \d+, \d+, \d\d:\d\d/),
  ).toBeVisible();
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('6');
  expect((await site.ports.store.find({ botId: bot.id }))?.account.cycle.used).toBe(1);
});

test('numbers out of bounds are refused at their fields and kept', async ({ page, site }) => {
  const bot = await ownerOnBotPage(page, site);
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('10000001');
  await sendForm(page).getByLabel('Users').fill('many');
  await sendForm(page).getByLabel('Shards').fill('0');
  await sendForm(page).getByRole('button', { name: 'Send stats now' }).click();
  await expect(page.getByText('Enter a whole number from 0 to 10,000,000.')).toBeVisible();
  await expect(page.getByText('Enter a whole number from 0 to 10,000,000,000.')).toBeVisible();
  await expect(page.getByText('Enter a whole number from 1 to 100,000.')).toBeVisible();
  await expect(sendForm(page).getByLabel('Users')).toHaveValue('many');
  expect((await site.ports.store.find({ botId: bot.id }))?.account.cycle.used).toBe(0);
});

test('another owner’s bot and an unknown one show the same page', async ({ page, site }) => {
  const theirs = await ownerWithBot(site, { name: 'Not yours' });
  const own = await ownerWithBot(site);
  await openAs(page, site, own.email);
  const seen = async (path: string) => {
    const response = await page.goto(site.origin + path);
    return { status: response?.status(), text: (await page.getByRole('main').textContent()) ?? '' };
  };
  for (const suffix of ['', '/activity', '/analytics', '/votes', '/alerts', '/keys', '/settings']) {
    const foreign = await seen(`/bots/${theirs.id}${suffix}`);
    expect(foreign).toEqual(await seen(`/bots/1183746529999999999${suffix}`));
    expect(foreign.status).toBe(404);
    expect(foreign.text).not.toContain('Not yours');
  }
  await expect(page.getByText('This page does not exist')).toBeVisible();
  // Next draws this page in the browser, which runs no script of it.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
