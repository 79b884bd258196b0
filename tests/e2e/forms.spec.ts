import type { Locator, Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { PASSWORD } from '../support/browser-jar';
import { makeBot, makeKey, openSession, type Site, startSite } from '../support/site';
import {
  chooseRange,
  expect,
  newBotId,
  newPerson,
  openAs,
  openSendForm,
  report,
  saveSetting,
  sendAnyway,
  sendForm,
  test,
} from './support';

/** Forms lose nothing: not by a refusal, a lost server, an ended session or a change of what is shown. */

const send = (page: Page) => sendForm(page).getByRole('button', { name: 'Send stats now' }).click();

async function onBotPage(page: Page, site: Site) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).page);
  // What is typed while the scripts start is tested in extensions.spec.ts.
  await page.waitForLoadState('networkidle');
  return { email, id };
}

const lastReport = async (site: Site, botId: string) =>
  (await site.ports.store.find({ botId }))?.account.lastReport;

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  test('numbers and dates are English like the pages, in the reader’s zone and of 24 hours', async ({
    page,
    site,
  }) => {
    const { id } = await onBotPage(page, site);
    await openSendForm(page);
    await sendForm(page).getByLabel('Servers').fill('1,234');
    await sendForm(page).getByLabel('Users').fill('1 234 567');
    await sendForm(page).getByLabel('Shards').fill('1.5');
    await send(page);
    await expect(sendForm(page)).toContainText('Enter a whole number from 1 to 100,000.');
    await expect(sendForm(page).getByLabel('Shards')).toBeFocused();
    await sendForm(page).getByLabel('Shards').fill('2');
    await send(page);
    await expect(page.getByText('The report is accepted.')).toBeVisible();
    expect(await lastReport(site, id)).toMatchObject({
      serverCount: 1_234,
      userCount: 1_234_567,
      shardCount: 2,
    });
    await page.reload();
    await openSendForm(page);
    await expect(sendForm(page).getByLabel('Users')).toHaveValue('1,234,567');
    await sendAnyway(page);
    const time = new Date(Date.now() + 60_000).toLocaleString('en-US', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'medium',
    });
    await expect(sendForm(page)).toContainText(
      new RegExp(`accepted in (1\\smin|\\d+\\ss), at ${time}, \\d\\d:\\d\\d\\.`),
    );
  });
});

test('typed values survive a change of the range, which the back button undoes and a lost server prevents', async ({
  page,
  site,
}) => {
  const { id } = await onBotPage(page, site);
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('5');
  await sendForm(page).getByLabel('Users').fill('5');
  await sendForm(page).getByLabel('Shards').fill('1');
  await send(page);
  await expect(page.getByText('The report is accepted.')).toBeVisible();
  await sendForm(page).getByLabel('Servers').fill('77');
  await page.keyboard.press('Escape');
  await chooseRange(page, 'Last 7 days');
  await expect(page).toHaveURL(withQuery(site.origin + paths.bot(id).page, { range: '7d' }));
  await openSendForm(page);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('77');
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(page).toHaveURL(site.origin + paths.bot(id).page);
  await expect(page.getByText('Last 24 hours', { exact: true }).first()).toBeVisible();
  await openSendForm(page);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('77');
  await page.keyboard.press('Escape');

  await page.route('**/*', (route) => route.abort('aborted'));
  await chooseRange(page, 'Last 30 days');
  await expect(page.getByRole('status').filter({ hasText: 'does not respond' })).toBeVisible();
  await expect(page).toHaveURL(site.origin + paths.bot(id).page);
  await page.unroute('**/*');
  await chooseRange(page, 'Last 30 days');
  await expect(page).toHaveURL(withQuery(site.origin + paths.bot(id).page, { range: '30d' }));
  await openSendForm(page);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('77');
});

test('a lost server is reported at the form, which can be sent again', async ({ page, site }) => {
  const { id } = await onBotPage(page, site);
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('9');
  await sendForm(page).getByLabel('Users').fill('10');
  await page.route('**/bots/*', (route) =>
    route.request().method() === 'POST' ? route.abort('aborted') : route.continue(),
  );
  await send(page);
  await expect(sendForm(page).getByRole('alert')).toContainText('The service did not respond.');
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('9');
  await page.unroute('**/bots/*');
  await send(page);
  await expect(page.getByText('The report is accepted.')).toBeVisible();
  expect(await lastReport(site, id)).toMatchObject({ serverCount: 9 });
});

test('an ended session leads to sign-in and back to the same place, with what was typed', async ({
  page,
  site,
}) => {
  const { email, id } = await onBotPage(page, site);
  await page.goto(withQuery(site.origin + paths.bot(id).page, { range: '7d' }));
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('41');
  const { who } = await openSession(site, email);
  await endOwnSessions(site.ports, who);
  await send(page);
  await expect(sendForm(page).getByRole('alert')).toContainText('You are signed out.');
  await sendForm(page).getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(withQuery(site.origin + paths.bot(id).page, { range: '7d' }));
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('41');
});

test('what a person typed before their session ended is not in the form of the next person', async ({
  page,
  site,
}) => {
  const { email, id } = await onBotPage(page, site);
  const admin = await newPerson(site, 'Next', 'admin');
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('41');
  const { who } = await openSession(site, email);
  await endOwnSessions(site.ports, who);
  await send(page);
  await sendForm(page).getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(admin);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(site.origin + paths.bot(id).page);
  await openSendForm(page);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('');
});

test('the owner sets the name and the time until silent, each by itself', {
  tag: '@journey',
}, async ({ page, site }) => {
  const { id } = await onBotPage(page, site);
  const [name, silentAfter] = (['Name', 'Silent after'] as const).map((label) =>
    page.getByRole('textbox', { name: label }),
  ) as [Locator, Locator];
  await page.getByRole('link', { name: 'Settings' }).click();
  await name.fill(' ');
  await silentAfter.fill('8');
  await page.getByLabel('Unit').selectOption('days');
  await saveSetting(page, 'Name').click();
  await expect(page.getByText('A name has 1 to 80 characters and no control characters.')).toBeVisible();
  await saveSetting(page, 'Silent after').click();
  await expect(page.getByText('Enter a time from 5 minutes to 7 days.')).toBeVisible();
  await expect(page.getByLabel('Unit')).toHaveValue('d');
  await name.fill('Renamed');
  await silentAfter.fill('7');
  for (const setting of ['Name', 'Silent after'] as const) await saveSetting(page, setting).click();
  await expect(page.getByText('Saved.')).toHaveCount(2);
  await page.reload();
  await expect(name).toHaveValue('Renamed');
  await expect(silentAfter).toHaveValue('7');
  await page.goto(site.origin + paths.bot(id).activity);
  await expect(page.getByText('Silent after: plan’s default → 7 d').first()).toBeVisible();
});

test('after an update an open page says so at the form, and a reload keeps what was typed', async ({
  browser,
  site,
}) => {
  // The browser reports the response as an error, which is what this is about.
  const page = await browser.newPage();
  await onBotPage(page, site);
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('4321');
  // The id of an earlier build.
  await page.route('**/bots/*', (route) => {
    const headers = route.request().headers();
    return headers['next-action'] === undefined
      ? route.continue()
      : route.continue({ headers: { ...headers, 'next-action': '40'.padEnd(42, 'a') } });
  });
  await send(page);
  await expect(sendForm(page).getByRole('alert')).toContainText('Botmeter was updated: reload this page.');
  await sendForm(page).getByRole('button', { name: 'reload this page' }).click();
  await expect(sendForm(page).getByRole('alert')).toHaveCount(0);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('4321');
  await page.close();
});

test('after an update an open page says so by itself, and a reload keeps what was typed', async ({
  page,
  site,
}) => {
  const read = page.waitForResponse('**/api/dashboard/**');
  await onBotPage(page, site);
  await read;
  const notice = page.getByRole('status').filter({ hasText: 'Botmeter was updated: reload this page.' });
  await openSendForm(page);
  await sendForm(page).getByLabel('Servers').fill('4321');
  await page.keyboard.press('Escape');
  expect(await notice.count()).toBe(0);
  await page.route('**/api/dashboard/**', async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
    await route.fulfill({ response, headers: { ...headers, 'x-botmeter-build': 'another' } });
  });
  await expect(notice).toBeVisible();
  await page.unroute('**/api/dashboard/**');
  await notice.getByRole('button', { name: 'reload this page' }).click();
  await expect(notice).toHaveCount(0);
  await expect(sendForm(page).getByLabel('Servers')).toHaveValue('4321');
});

test('a field does not change under the caret; the others follow the last report', async ({ page, site }) => {
  const { id } = await onBotPage(page, site);
  const { key } = await makeKey(site, id);
  const field = (name: string) => sendForm(page).getByLabel(name);
  await openSendForm(page);
  await field('Servers').focus();
  expect(await report(site, key, id, 5)).toBe(200);
  await expect(field('Users')).toHaveValue('250');
  await page.keyboard.type('78');
  await expect(field('Servers')).toHaveValue('78');
});

test('a page at another address than the service’s says both, and what to change', async ({ browser }) => {
  const elsewhere = await startSite({ APP_URL: 'http://bots.example.org' });
  // Without a user there is no form to sign in.
  await newPerson(elsewhere);
  const page = await browser.newPage();
  await page.goto(elsewhere.origin + paths.login);
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Refused' });
  await expect(notice).toContainText(
    `the page in the browser is at ${elsewhere.origin}, but this service is at http://bots.example.org (the setting APP_URL)`,
  );
  await expect(page.getByLabel('Email')).toHaveValue('owner@example.org');
  await page.close();
  await elsewhere.stop();
});
