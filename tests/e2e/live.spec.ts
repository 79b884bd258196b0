import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey } from '@/lib/services/keys/change';
import { databaseUrlOf } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';
import { accepted } from '../support/result';
import { makeBot, makeKey, type Site } from '../support/site';
import { expect, newBotId, newPerson, openAs, passTime, report, stopClock, test } from './support';

/** Opens a page of a new bot as its owner, with the page's clock under control. */
async function openPageOf(page: Page, site: Site, path: (id: string) => string) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Lantern', plan: 'business' });
  const { key } = await makeKey(site, id);
  await openAs(page, site, email);
  await page.clock.install();
  await page.goto(site.origin + path(id));
  await page.waitForLoadState('networkidle');
  await stopClock(page, 60_000);
  await pass(page, 1);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  return { email, id, key };
}

const pass = (page: Page, seconds: number) => passTime(page, seconds * 1_000);

function noteReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/dashboard/')) reads.push(pathname);
  });
  return reads;
}

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
const pageOf = (id: string) => paths.bot(id).page;

test('the bell, the keys and the activity follow without a reload', async ({ page, site }) => {
  const { id } = await openPageOf(page, site, (id) => paths.bot(id).keys);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  accepted(await createKey(site.ports, OPERATOR, { botId: id, name: 'second', expiresAtMs: null }));
  await pass(page, 21);
  await expect(page.getByRole('row').filter({ hasText: 'second' })).toContainText('Never');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await page.getByRole('link', { name: 'Activity' }).click();
  await pass(page, 1);
  const table = page.getByRole('region', { name: 'Activity, newest first' });
  await expect(table).toBeVisible();
  accepted(await changeBot(site.ports, OPERATOR, id, { name: 'Beacon' }));
  await pass(page, 21);
  await expect(table).toContainText('Beacon');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a page whose reads are refused for a while keeps its data, and waits as long as the response says', async ({
  browser,
  site,
}) => {
  // The browser reports each refused read as an error.
  const page = await browser.newPage();
  const { id, key } = await openPageOf(page, site, pageOf);
  const reads = noteReads(page);
  await page.route(/\/api\/dashboard\/bots\//, (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, json: { success: false } }),
  );
  const ofBot = () => reads.filter((path) => path.endsWith(id)).length;
  // The interval begins anew with each response.
  for (let seconds = 0; seconds < 10 && ofBot() === 0; seconds++) await pass(page, 1);
  expect(ofBot()).toBe(1);
  await pass(page, 24);
  expect(ofBot()).toBe(1);
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '0');
  await expect(page.getByText(/may be out of date/)).toHaveCount(0);
  await page.unroute(/\/api\/dashboard\/bots\//);
  expect(await report(site, key, id, 5)).toBe(200);
  await pass(page, 10);
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '1');
});

test('a page whose service does not respond says so, and recovers by itself', async ({ browser, site }) => {
  const page = await browser.newPage();
  await openPageOf(page, site, pageOf);
  await page.route(/\/api\/dashboard\//, (route) => route.fulfill({ status: 503, json: {} }));
  await pass(page, 6);
  const notice = page.getByText(/The service does not respond, so this page may be out of date/);
  await expect(notice).toBeVisible();
  await page.unroute(/\/api\/dashboard\//);
  await pass(page, 6);
  await expect(notice).toHaveCount(0);
});

for (const [what, path] of [
  ['a bot', pageOf],
  ['its keys', (id: string) => paths.bot(id).keys],
  ['its activity', (id: string) => paths.bot(id).activity],
] as const) {
  test(`the page of ${what} says that the session ended or that the bot is gone, and reads no more`, async ({
    browser,
    page,
    site,
  }) => {
    const gone = await openPageOf(page, site, path);
    const reads = noteReads(page);
    accepted(await deleteBot(site.ports, OPERATOR, gone.id));
    await pass(page, 21);
    await expect(page.getByText('You can no longer see this page: go back to your bots.')).toBeVisible();
    reads.length = 0;
    await pass(page, 30);
    expect(reads.filter((path) => path.includes(gone.id))).toEqual([]);

    const other = await browser.newPage();
    const left = await openPageOf(other, site, path);
    const readsOfOther = noteReads(other);
    const raw = openRawDatabase(databaseUrlOf(site.databaseUrl));
    await raw.run('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ?)', left.email);
    await raw.close();
    await pass(other, 21);
    await expect(other.getByText(/You are signed out\./)).toBeVisible();
    readsOfOther.length = 0;
    await pass(other, 30);
    expect(readsOfOther).toEqual([]);
  });
}

test('a hidden tab reads title, state and bell once a minute, and lists not at all', async ({
  page,
  site,
}) => {
  const hide = (isHidden: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      },
      isHidden ? 'hidden' : 'visible',
    );
  const { id } = await openPageOf(page, site, pageOf);
  const reads = noteReads(page);
  await hide(true);
  const icon = () => page.locator('link[rel~="icon"]').first().getAttribute('href');
  const former = await icon();
  const raw = openRawDatabase(databaseUrlOf(site.databaseUrl));
  await raw.run('UPDATE bots SET cycle_used = 100000 WHERE id = ?', id);
  await raw.close();
  await pass(page, 55);
  expect(reads).toEqual([]);
  await pass(page, 8);
  await expect(page).toHaveTitle(/^Lantern · Stopped/);
  expect(await icon()).not.toBe(former);
  expect(reads.toSorted()).toEqual([`/api/dashboard/bots/${id}`, '/api/dashboard/person']);
  await hide(false);
  await expect.poll(() => reads.length).toBe(5);

  await page.getByRole('link', { name: 'Keys' }).click();
  await pass(page, 1);
  await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
  await hide(true);
  reads.length = 0;
  await pass(page, 63);
  expect(reads.toSorted()).toEqual([`/api/dashboard/bots/${id}/head`, '/api/dashboard/person']);
});
