import type { Browser, Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { PASSWORD } from '../support/browser-jar';
import { makeBot, makeKey, type Site } from '../support/site';
import {
  expect,
  newBotId,
  newPerson,
  openAs,
  openDialog,
  report,
  saveSetting,
  sendForm,
  test,
} from './support';

/** Password managers, writing aids and dark modes change a page while it is parsed, before React knows of it. */

/** Adds attributes to the root, the body and fields; nodes to the head and the body, and beside each field. */
function meddle(): void {
  const mark = (field: Element) => {
    if (field.hasAttribute('data-meddled')) return;
    field.setAttribute('data-meddled', 'yes');
    field.setAttribute('style', 'background-image: none !important');
    field.setAttribute('autocomplete', 'off');
    const icon = document.createElement('div');
    icon.dataset.passwordManager = 'icon';
    icon.textContent = 'Fill in';
    field.after(icon);
  };
  const look = () => {
    document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
    const body: HTMLElement | null = document.body;
    if (body === null) return;
    body.setAttribute('data-gr-ext-installed', '');
    document.querySelectorAll('form input:not([type=hidden]), form select').forEach(mark);
    if (document.querySelector('grammarly-desktop') !== null) return;
    document.head.append(Object.assign(document.createElement('meta'), { name: 'darkreader' }));
    body.prepend(document.createElement('grammarly-desktop'));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  window.addEventListener('load', () => observer.disconnect());
}

/** A page on which React may find other nodes than it expects (error 418) and draws itself anew; all else is a fault. */
async function watchedPage(browser: Browser) {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!message.includes('#418')) faults.push(message);
  });
  return { page, faults };
}

/** Opens a page whose scripts arrive only when the returned function is called. */
async function openWithoutScripts(
  page: Page,
  url: string,
  { isMeddled = true } = {},
): Promise<() => Promise<void>> {
  if (isMeddled) await page.addInitScript(meddle);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeVisible();
  return async () => {
    release();
    await page.waitForLoadState('networkidle');
  };
}

async function newBotOf(site: Site) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  return { email, id };
}

test('what was typed into the sign-in form before its scripts came is still there, and signs in', async ({
  browser,
  site,
}) => {
  const { page, faults } = await watchedPage(browser);
  const email = await newPerson(site);
  const start = await openWithoutScripts(page, site.origin + paths.login);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await start();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My bots' })).toBeVisible();
  expect(faults).toEqual([]);
  await page.close();
});

test('a bot’s page keeps what was typed, sends it, and goes on being live', async ({ browser, site }) => {
  const { page, faults } = await watchedPage(browser);
  const { email, id } = await newBotOf(site);
  const { key } = await makeKey(site, id);
  await openAs(page, site, email);
  const start = await openWithoutScripts(page, site.origin + paths.bot(id).page);
  const form = sendForm(page);
  await page.locator('summary', { hasText: 'Send stats now' }).click();
  await form.getByLabel('Servers').fill('12');
  await form.getByLabel('Users').fill('345');
  await start();
  await expect(form.getByLabel('Servers')).toHaveValue('12');
  await expect(form.getByLabel('Users')).toHaveValue('345');
  await form.getByLabel('Shards').fill('2');
  await form.getByRole('button', { name: 'Send stats now' }).click();
  await expect(form.getByText('The report is accepted.')).toBeVisible();
  expect(await report(site, key, id, 7)).toBe(429);
  await expect(page.getByRole('link', { name: /^1 refused call/ })).toBeVisible();
  expect(faults).toEqual([]);
  await page.close();
});

test('settings and an account’s forms keep what was typed; a key is created', async ({ browser, site }) => {
  const { page, faults } = await watchedPage(browser);
  const { email, id } = await newBotOf(site);
  await openAs(page, site, email);
  const startSettings = await openWithoutScripts(page, site.origin + paths.bot(id).settings);
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed early');
  await page.getByRole('textbox', { name: 'Silent after' }).fill('3');
  await page.getByLabel('Unit').selectOption('d');
  await startSettings();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed early');
  await expect(page.getByLabel('Unit')).toHaveValue('d');
  await saveSetting(page, 'Name').click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.unroute('**/_next/static/**/*.js');
  await page.goto(site.origin + paths.bot(id).keys);
  await openDialog(page, 'Create key');
  await page.getByRole('dialog').getByLabel('Name').fill('early');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('region', { name: 'API key', exact: true })).toHaveText(/^btm_/);
  expect(faults).toEqual([]);
  await page.close();
});

test('what was submitted before its scripts came is sent once when they do, and a refusal keeps what was typed', async ({
  browser,
  site,
}) => {
  const { page, faults } = await watchedPage(browser);
  const { email, id } = await newBotOf(site);
  await openAs(page, site, email);
  const open = (path: string) => openWithoutScripts(page, site.origin + path, { isMeddled: false });
  const startSettings = await open(paths.bot(id).settings);
  await page.getByRole('textbox', { name: 'Name' }).fill(' ');
  await page.getByRole('textbox', { name: 'Silent after' }).fill('30');
  await saveSetting(page, 'Name').dblclick();
  expect(page.url()).toBe(site.origin + paths.bot(id).settings);
  await startSettings();
  await expect(page.getByText('A name has 1 to 80 characters and no control characters.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Silent after' })).toHaveValue('30');
  await page.getByRole('textbox', { name: 'Name' }).fill('Sent late');
  await saveSetting(page, 'Name').click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.unroute('**/_next/static/**/*.js');
  const startPage = await open(paths.bot(id).page);
  await page.getByRole('button', { name: 'Create key' }).dblclick();
  await startPage();
  await expect(page.getByRole('region', { name: 'API key', exact: true })).toHaveText(/^btm_/);
  const keys = await site.ports.directory.read((tables) => tables.keys.listOfBot(id, 1, Date.now()));
  expect(keys).toHaveLength(1);

  await page.unroute('**/_next/static/**/*.js');
  const startAccount = await open(paths.account);
  const password = page.getByRole('region', { name: 'Password' });
  await password.getByLabel('Current password').fill('not the right passphrase');
  await password.getByLabel('New password').fill('another long passphrase');
  await password.getByRole('button', { name: 'Change password' }).click();
  expect(page.url()).toBe(site.origin + paths.account);
  await startAccount();
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  expect(faults).toEqual([]);
  await page.close();
});

/** Each is no language to `Intl`, and one shows where a page asks for it without a check. */
const ODD_LANGUAGES = ['en-US@posix', 'C', 'en-US.UTF-8', 'x', ''];

test('a browser whose language is odd shows every page', async ({ browser, site }) => {
  const { email, id } = await newBotOf(site);
  const bot = paths.bot(id);
  for (const [at, language] of ODD_LANGUAGES.entries()) {
    const { page, faults } = await watchedPage(browser);
    await page.addInitScript((text) => {
      Object.defineProperty(navigator, 'language', { get: () => text });
    }, language);
    await openAs(page, site, email);
    for (const path of at === 0 ? [bot.page, bot.analytics, paths.account, paths.docs] : [bot.page]) {
      await page.goto(site.origin + path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect([language, faults]).toEqual([language, []]);
    await page.close();
  }
});
