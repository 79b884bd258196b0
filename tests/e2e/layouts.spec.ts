import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { createKey } from '@/lib/services/keys/change';
import { notifyPerson } from '@/lib/services/notices/notices';
import { changeUser } from '@/lib/services/users/change';
import { accepted } from '../support/result';
import { makeBot, type Site } from '../support/site';
import { chooseRange, expect, newBotId, newPerson, openAs, passTime, stopClock, test } from './support';

/** What stays while one goes from page to page by links, and that it never says what is no longer so. */

const TABS = ['Activity', 'Analytics', 'Votes', 'Alerts', 'Keys', 'Settings', 'Overview'] as const;

const main = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const lists = (page: Page) => main(page).getByRole('navigation').getByRole('link');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Bot', exact: true });
const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });

async function openBot(page: Page, site: Site) {
  const [email, id] = [await newPerson(site, 'Kim'), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Lantern' });
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).page);
  // A link that is followed before the page is hydrated loads the next page anew.
  await page.waitForLoadState('networkidle');
  return { email, id };
}

/** A tab of a bot whose clock stands still: nothing is read again because time has passed. */
async function openAtOneTime(page: Page, site: Site, tab: string) {
  await page.clock.install();
  const opened = await openBot(page, site);
  await tabs(page).getByRole('link', { name: tab }).click();
  await expect(page).toHaveTitle(`Lantern · New · ${tab}`);
  await page.waitForLoadState('networkidle');
  await stopClock(page, 1_000);
  await mark(page, KEPT);
  return opened;
}

/** The nodes that stay from tab to tab. A mark on each is gone as soon as it is drawn anew. */
const KEPT = ['aside', 'nav[aria-label="Main"]', 'main', 'h1', 'nav[aria-label="Bot"]'];
const mark = (page: Page, kept: readonly string[]) =>
  page.evaluate((selectors) => {
    for (const selector of selectors) Object.assign(document.querySelector(selector) ?? {}, { isKept: true });
  }, kept);
const marked = (page: Page, kept: readonly string[]) =>
  page.evaluate((selectors) => {
    const isKept = (selector: string) =>
      [...document.querySelectorAll(selector)].some((node) => 'isKept' in node);
    return selectors.filter(isKept);
  }, kept);

/** A busy machine may begin a read only after the page's clock was let go on, and the page then waits for it. */
const passTimeUntil = (page: Page, isSo: () => Promise<void>) =>
  expect(async () => {
    await passTime(page, 500);
    await isSo();
  }).toPass({ timeout: 30_000 });

/** Goes to a tab, whose reads then get their responses. */
async function follow(page: Page, tab: string): Promise<void> {
  const link = tabs(page).getByRole('link', { name: tab });
  // What the head reads is shown by a timer of the page, which stands still until time passes.
  const read = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/head'));
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await read;
  await passTime(page, 1_000);
}

test('frame, head and tabs are the same nodes on all tabs of a bot, and the focus stays at the tab', async ({
  page,
  site,
}) => {
  await openBot(page, site);
  await mark(page, KEPT);
  for (const tab of TABS) {
    const link = tabs(page).getByRole('link', { name: tab });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`Lantern · New · ${tab}`);
    expect(await marked(page, KEPT)).toEqual(KEPT);
    await expect(link).toBeFocused();
  }
});

test('the frame is the same on all pages, the focus stays at its links, and keys go on from a link of the content', async ({
  page,
  site,
}) => {
  const frame = ['aside', 'nav[aria-label="Main"]', 'main'];
  const admin = await newPerson(site, 'Ada', 'admin');
  await makeBot(site, { id: newBotId(), owner: admin, name: 'Beacon' });
  await openAs(page, site, admin);
  await page.waitForLoadState('networkidle');
  await mark(page, frame);
  for (const [name, title] of [
    ['Overview', 'Overview'],
    ['Bots', 'Bots'],
    ['People', 'People'],
    ['Keys', 'Keys'],
    ['Audit log', 'Audit log'],
    ['API reference', 'API reference'],
    ['My bots', 'My bots'],
  ] as const) {
    const link = main(page).getByRole('link', { name, exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await marked(page, frame)).toEqual(frame);
    await expect(link).toBeFocused();
  }
  await page.getByRole('main').getByRole('link', { name: 'Beacon' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beacon');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  expect(await marked(page, frame)).toEqual(frame);
});

test('a link whose page takes long shows that it was followed', async ({ page, site }) => {
  await openBot(page, site);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/keys\?_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  const link = tabs(page).getByRole('link', { name: 'Keys' });
  await link.click();
  await expect(link.locator('[data-pending]')).toHaveCSS('opacity', '1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lantern');
  release();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(link.locator('[data-pending]')).toHaveCount(0);
});

test('once a person is no longer an admin, the next page is refused and the links are gone, here and behind it', async ({
  page,
  site,
}) => {
  const [admin, id] = [await newPerson(site, 'Ada', 'admin'), newBotId()];
  await newPerson(site, 'Bea', 'admin');
  await makeBot(site, { id, owner: admin, name: 'Beacon' });
  await openAs(page, site, admin);
  await page.waitForLoadState('networkidle');
  await main(page).getByRole('link', { name: 'Bots', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bots');
  // The frame was read again for this page; nothing more is read for 20 s.
  await page.waitForLoadState('networkidle');
  accepted(await changeUser(site.ports, OPERATOR, { email: admin }, { role: 'owner' }));
  const frame = ['aside', 'nav[aria-label="Main"]', 'main'];
  await mark(page, frame);
  await main(page).getByRole('link', { name: 'People' }).click();
  await expect(page.getByText('This page does not exist')).toBeVisible();
  await expect(lists(page)).toHaveText(['My bots', 'Notifications', 'API reference']);
  expect(await marked(page, frame)).toEqual(frame);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My bots');
  await expect(lists(page)).toHaveText(['My bots', 'Notifications', 'API reference']);
});

test('the next page has a notice and a notification that arrived meanwhile', async ({ page, site }) => {
  const { email, id } = await openAtOneTime(page, site, 'Keys');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  accepted(await createKey(site.ports, OPERATOR, { botId: id, name: 'second', expiresAtMs: null }));
  await site.ports.directory.write([], async (tables, nowMs) => {
    const person = await tables.users.findByEmail(email);
    const notice = { kind: 'sign-out.everywhere', actor: 'operator' } as const;
    await notifyPerson(tables, site.ports, person?.id ?? '', notice, nowMs);
  });
  await follow(page, 'Settings');
  const notice = page.getByText('You were signed out everywhere.');
  await passTimeUntil(page, () => expect(notice).toBeVisible({ timeout: 100 }));
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  expect(await marked(page, KEPT)).toEqual(KEPT);
  // It is sent at the click, before time passes that would note it.
  const dismissed = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dismissed;
  await passTimeUntil(page, () => expect(notice).toHaveCount(0, { timeout: 100 }));
});

test('the next tab of a bot that was renamed and disabled meanwhile says so, and so does its title', async ({
  page,
  site,
}) => {
  const { id } = await openAtOneTime(page, site, 'Keys');
  accepted(await changeBot(site.ports, OPERATOR, id, { name: 'Beacon', isDisabled: true }));
  await follow(page, 'Alerts');
  await expect(page.getByRole('main').getByText('Disabled', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beacon');
  await expect(page).toHaveTitle('Beacon · Disabled · Alerts');
  expect(await marked(page, KEPT)).toEqual(KEPT);
});

test('a range goes from tab to tab, by the address, and past a tab whose own links leave it out', async ({
  page,
  site,
}) => {
  const { id } = await openBot(page, site);
  await page.goto(`${site.origin}${paths.bot(id).page}?from=2026-01-01&to=2026-01-04`);
  await expect(tabs(page).getByRole('link', { name: 'Keys' })).toHaveAttribute(
    'href',
    /range=2026-01-01\.\.2026-01-04$/,
  );
  await page.goto(`${site.origin}${paths.bot(id).page}?range=7d`);
  await page.waitForLoadState('networkidle');
  for (const tab of ['Activity', 'Keys', 'Votes']) {
    await tabs(page).getByRole('link', { name: tab }).click();
    await expect(page).toHaveURL(/\?range=7d$/);
  }
  await expect(page.locator('summary', { hasText: 'Last 7 days' })).toBeVisible();
  await chooseRange(page, 'Last 30 days');
  await expect(page).toHaveURL(/\?range=30d$/);
  await tabs(page).getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('link', { name: 'Refused' }).click();
  await expect(page).toHaveURL(/kind=refused&range=30d$/);
  await tabs(page).getByRole('link', { name: 'Overview' }).click();
  await expect(page).toHaveURL(/\?range=30d$/);
});
