import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { ATTEMPTS_MAX } from '@/lib/domain/people/throttle';
import { PASSWORD } from '../support/browser-jar';
import { startSite } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { chooseFrom, expect, newPerson, openAs, test } from './support';

/** Fills and submits the form of the sign-in page. */
async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('the printed set-up link creates the first admin, once, signs in, and says what to do next', {
  tag: '@journey',
}, async ({ page }) => {
  const site = await startSite();
  const link = /http:\/\/\S+\/setup\?token=[\w-]+/.exec(site.output())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Email').fill('root@example.org');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page.getByText('The password needs at least 12 characters.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('root@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page.getByRole('region', { name: 'What to do next' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the overview of a new service');
  await page.goto(link);
  await expect(page.getByText('There is an admin already')).toBeVisible();
  await site.stop();
});

test('a wrong password shows an error and keeps the entered email address', async ({ page, site }) => {
  const email = await newPerson(site);
  await page.goto(site.origin + paths.login);
  await fillSignIn(page, email, 'not the right passphrase');
  await expect(page.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('after too many attempts the page says how long to wait', async ({ page, site }) => {
  const email = await newPerson(site);
  await page.goto(site.origin + paths.login);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not the right passphrase');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  for (let i = 0; i <= ATTEMPTS_MAX.account; i++) {
    const response = page.waitForResponse((r) => r.request().method() === 'POST');
    await button.click();
    await response;
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  }
  await expect(page.getByText('Too many attempts. Try again in 15 minutes.')).toBeVisible();
});

test('the page requested before sign-in opens after it', { tag: '@journey' }, async ({ page, site }) => {
  const email = await newPerson(site);
  await page.goto(site.origin + paths.account);
  await fillSignIn(page, email);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});

test('signing out ends the session, also for the browser’s back button', { tag: '@journey' }, async ({
  page,
  site,
}) => {
  await openAs(page, site, await newPerson(site, 'Dana'));
  await chooseFrom(page, /Dana/, 'Sign out');
  await page.waitForURL(site.origin + paths.home);
  await page.goto(site.origin + paths.bots);
  await expect(page).toHaveURL(/\/login\?callbackUrl=%2Fbots$/);
});

test('signing out that the service cannot do is told: the person is still signed in', async ({
  page,
  site,
}) => {
  await openAs(page, site, await newPerson(site, 'Dana'));
  await page.goto(site.origin + paths.account);
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.abort('aborted') : route.continue(),
  );
  await chooseFrom(page, /Dana/, 'Sign out');
  await expect(page.getByText('You are still signed in.')).toBeVisible();
  await page.unroute('**/*');
  await chooseFrom(page, /Dana/, 'Sign out');
  await page.waitForURL(site.origin + paths.home);
});

test('signing out works without scripts', async ({ browser, site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await openAs(page, site, await newPerson(site, 'Dana'));
  await page.goto(site.origin + paths.account);
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await page.waitForURL(site.origin + paths.home);
  await page.goto(site.origin + paths.bots);
  await expect(page).toHaveURL(/\/login\?/);
});

test('a new password signs out everywhere and replaces the old one', async ({ page, site, browser }) => {
  const email = await newPerson(site);
  const other = await browser.newPage();
  await openAs(other, site, email);
  await openAs(page, site, email);
  await page.goto(site.origin + paths.account);
  const card = page.getByRole('region', { name: 'Password', exact: true });
  await card.getByLabel('Current password').fill('not the right passphrase');
  await page.getByLabel('New password').fill('another long passphrase');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  await card.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('another long passphrase');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await other.goto(site.origin + paths.bots);
  await expect(other).toHaveURL(/\/login/);
  await other.close();
  await page.goto(site.origin + paths.login);
  await fillSignIn(page, email, 'another long passphrase');
  await page.waitForURL(site.origin + paths.bots);
});

test('“Sign out everywhere” ends the other browser’s session too', async ({ page, site, browser }) => {
  const email = await newPerson(site);
  const other = await browser.newPage();
  await openAs(other, site, email);
  await openAs(page, site, email);
  await page.goto(site.origin + paths.account);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible();
  await other.goto(site.origin + paths.account);
  await expect(other).toHaveURL(/\/login/);
  await other.close();
});

test('a forwarded port is the one in the name of the cookie, also where an action redirects', async ({
  page,
}) => {
  const site = await startSite();
  const forward = createServer((from) => {
    const to = connect(site.port, '127.0.0.1');
    from.pipe(to).pipe(from);
    for (const end of [from, to]) end.on('error', () => end.destroy());
  }).listen(0);
  await once(forward, 'listening');
  const origin = `http://localhost:${(forward.address() as AddressInfo).port}`;
  const token = /\/setup\?token=[\w-]+/.exec(site.output())?.[0] ?? '';
  await page.goto(origin + token);
  await page.getByLabel('Email').fill('root@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page.getByRole('region', { name: 'What to do next' })).toBeVisible();
  await expect(page).toHaveURL(origin + paths.admin.overview);
  const [port] = (await page.context().cookies())
    .map(({ name }) => /^(\d+)\.botmeter\.session$/.exec(name)?.[1])
    .filter(Boolean);
  expect(`http://localhost:${port}`).toBe(origin);
  forward.close();
  await site.stop();
});
