import type { Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { PASSWORD } from '../support/browser-jar';
import { openRawDatabase } from '../support/process/raw-database';
import { makeBot, makeKey, type Site } from '../support/site';
import {
  botWithReports,
  chooseAction,
  chooseRange,
  expect,
  newBotId,
  newEmail,
  newPerson,
  openAs,
  openDialog,
  openSendForm,
  report,
  saveSetting,
  sendAnyway,
  sendForm,
  test,
} from './support';

/** A browser's translation replaces text nodes, which React does not know of. `page` fails a test on any error. */

test.beforeEach(({ page }) => translatePages(page));

async function open(page: Page, site: Site, path: string): Promise<void> {
  await page.goto(site.origin + path);
  await expect(page.locator('html[data-translated]')).toBeAttached();
}

const FAILED = 'This page could not be shown';

test('a wrong password is reported, and the right one signs in', async ({ page, site }) => {
  const email = await newPerson(site);
  await open(page, site, paths.login);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My bots' })).toBeVisible();
});

test('a new key and a rotated one are shown, untranslated', async ({ page, site }) => {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  await openAs(page, site, email);
  await open(page, site, paths.bot(id).keys);
  const dialog = page.getByRole('dialog');
  const shown = dialog.getByRole('region', { name: 'API key', exact: true });
  await openDialog(page, 'Create key');
  await dialog.getByLabel('Name').fill('production');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(shown).toHaveText(/^btm_[0-9A-Za-z]{38}$/);
  await expect(shown.locator('font')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await openDialog(page, 'Rotate… production');
  await dialog.getByLabel('1 hour').check();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await expect(shown).toHaveText(/^btm_[0-9A-Za-z]{38}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await chooseAction(page, 'production', 'Revoke…');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Revoked' })).toBeVisible();
});

test('a live page shows what happens, and its form sends and is refused', async ({ page, site }) => {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  const { key } = await makeKey(site, id);
  await openAs(page, site, email);
  await open(page, site, paths.bot(id).page);
  const form = sendForm(page);
  await openSendForm(page);
  await form.getByLabel('Servers').fill('many');
  await form.getByRole('button', { name: 'Send stats now' }).click();
  await expect(form.getByText('Enter a whole number').first()).toBeVisible();
  await form.getByLabel('Servers').fill('12');
  await form.getByLabel('Users').fill('12');
  await form.getByLabel('Shards').fill('1');
  await form.getByRole('button', { name: 'Send stats now' }).click();
  await expect(form.getByText('The report is accepted.')).toBeVisible();
  await sendAnyway(page);
  await expect(form.getByText('accepts one report every minute').first()).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await report(site, key, id, 7)).toBe(429);
  const raw = openRawDatabase(site.databaseUrl);
  await raw.run('UPDATE bots SET cycle_used = 81234 WHERE id = ?', id);
  await expect(page.getByText('81,234').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Warning').first()).toBeVisible();
  await raw.run('UPDATE bots SET cycle_used = 100000 WHERE id = ?', id);
  await expect(page.getByRole('main').getByText('Stopped').first()).toBeVisible();
  await raw.run(`UPDATE bots SET disabled_at_ms = 1 WHERE id = ?`, id);
  await expect(page.getByRole('main').getByText('Disabled').first()).toBeVisible();
  await raw.close();
  await chooseRange(page, 'Last 7 days');
  await expect(page).toHaveURL(/range=7d/);
  for (const card of ['Servers and users', 'Calls per day']) {
    const region = page.getByRole('region', { name: card, exact: true });
    await region.getByText('Table', { exact: true }).click();
    await expect(region.getByRole('table').first()).toBeVisible();
    await region.getByText('Chart', { exact: true }).click();
  }
  await expect(page.getByText(FAILED)).toHaveCount(0);
});

test('every tab of a bot with history opens, by its links', async ({ page, site }) => {
  const minute = 60_000;
  const { email, url } = await botWithReports(
    site,
    Array.from({ length: 300 }, (_, i) => (300 - i) * 3 * minute),
  );
  await openAs(page, site, email);
  await open(page, site, new URL(url).pathname);
  for (const tab of ['Activity', 'Analytics', 'Alerts', 'Keys', 'Settings', 'Overview']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page');
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('application').first().press('Home');
  await page.getByRole('application').first().press('ArrowRight');
  await expect(page.getByText(FAILED)).toHaveCount(0);
});

test('settings, alerts, the account and notifications are changed, and tell what is wrong', async ({
  page,
  site,
}) => {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'premium' });
  await makeKey(site, id);
  await openAs(page, site, email);

  await open(page, site, paths.bot(id).settings);
  await page.getByRole('textbox', { name: 'Name' }).fill(' ');
  await saveSetting(page, 'Name').click();
  await expect(page.getByText('A name has 1 to 80 characters')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await saveSetting(page, 'Name').click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await open(page, site, paths.notifications);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('(unread)')).toHaveCount(0);

  await open(page, site, paths.bot(id).alerts);
  const dialog = page.getByRole('dialog');
  await openDialog(page, 'Add webhook');
  await dialog.getByLabel('Address').fill('ftp://x');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Address').fill('https://localhost:1/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByRole('region', { name: 'Secret', exact: true })).toHaveText(/^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Send test' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Test' })).not.toHaveCount(0);
  await open(page, site, paths.bot(id).alerts);
  await page.getByRole('checkbox', { name: 'In the app: Key created' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await chooseAction(page, 'localhost', 'Remove…');
  await dialog.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'localhost' })).toHaveCount(0);

  await open(page, site, paths.account);
  const card = page.getByRole('region', { name: 'Password', exact: true });
  await card.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('at least 12 characters')).toBeVisible();
  await expect(page.getByText(FAILED)).toHaveCount(0);
});

test('an admin registers, edits, disables and deletes', async ({ page, site }) => {
  const admin = await newPerson(site, 'Admin', 'admin');
  const [owner, id] = [newEmail(), newBotId()];
  await openAs(page, site, admin);
  const dialog = page.getByRole('dialog');

  await open(page, site, paths.admin.users);
  await openDialog(page, 'Add person');
  await dialog.getByLabel('Email').fill(owner);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const link = dialog.getByRole('region', { name: 'Link' });
  await expect(link).toHaveText(/\/invite/);
  await expect(link.locator('font')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(owner);

  // Other tests of this service fill more than a page of this list.
  await open(page, site, withQuery(paths.admin.bots, { q: admin }));
  await openDialog(page, 'Register bot');
  await dialog.getByLabel('Id', { exact: true }).fill('123');
  await dialog.getByLabel('Name', { exact: true }).fill('Journey');
  await dialog.getByLabel('Owner’s email').fill(admin);
  await dialog.getByRole('button', { name: 'Register bot' }).click();
  await expect(page.getByText('A bot id is a snowflake: 17 to 20 digits.')).toBeVisible();
  await dialog.getByLabel('Id', { exact: true }).fill(id);
  await dialog.getByRole('button', { name: 'Register bot' }).click();
  await expect(page.getByRole('heading', { name: 'Journey', level: 1 })).toBeVisible();
  await open(page, site, withQuery(paths.admin.bots, { q: admin }));
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toBeVisible();
  await openDialog(page, 'Edit Journey');
  await dialog.getByLabel('Premium').check();
  await expect(dialog.getByLabel('Premium')).toBeChecked();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The changes are saved.')).toBeVisible();
  await expect(row).toContainText('Premium');
  await chooseAction(page, 'Journey', 'Disable…');
  await page.getByRole('button', { name: 'Disable bot' }).click();
  await expect(row).toContainText('Disabled');
  await chooseAction(page, 'Journey', 'Delete…');
  await page.getByLabel(/to confirm/).fill(id);
  await page.getByRole('button', { name: 'Delete bot' }).click();
  await expect(row).toHaveCount(0);

  for (const path of [paths.admin.overview, paths.admin.keys, paths.admin.audit, '/docs', '/', '/bots']) {
    await open(page, site, path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('main')).toBeVisible();
  }
  await expect(page.getByText(FAILED)).toHaveCount(0);
});

/**
 * Translates every page like Chrome: each text is replaced by one in two `<font>` elements, once the page is there and
 * whenever text is added, and the page's own text node is in no document from then on. The words stay the same.
 */
async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(translate);
}

function translate(): void {
  const ours = new WeakSet<Node>();
  const KEPT = 'script, style, noscript, svg, textarea, [translate="no"]';

  const replace = (text: Text) => {
    if (ours.has(text) || text.data.trim() === '' || !text.parentElement) return;
    if (text.parentElement.closest(KEPT)) return;
    const translated = document.createTextNode(text.data);
    ours.add(translated);
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).append(translated);
    text.replaceWith(font);
  };
  const replaceAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    if (root instanceof Text) found.push(root);
    found.forEach(replace);
  };
  const start = () => {
    document.documentElement.dataset.translated = 'yes';
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') replaceAll(target);
        addedNodes.forEach(replaceAll);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  // A reader asks for it when the page is there; hydration is over by then.
  window.addEventListener('load', () => requestIdleCallback(() => setTimeout(start, 200)));
}
