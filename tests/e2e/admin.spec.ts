import type { Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { makeBot, PASSWORD, type Site } from '../support/site';
import {
  chooseAction,
  expect,
  newBotId,
  newEmail,
  newPerson,
  openAs,
  openDialog,
  report,
  test,
} from './support';

async function asAdmin(page: Page, site: Site): Promise<string> {
  const email = await newPerson(site, 'Admin', 'admin');
  await openAs(page, site, email);
  return email;
}

test('an admin creates a person, a bot and a key in the browser, and the owner sees the report arrive', async ({
  page,
  site,
  browser,
}) => {
  await asAdmin(page, site);
  const owner = newEmail();
  const botId = newBotId();

  await page.goto(site.origin + paths.admin.users);
  await openDialog(page, 'Add person');
  await page.getByRole('dialog').getByLabel('Email').fill(owner);
  await page.getByLabel('Name (optional)').fill('Robin');
  await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByRole('row').filter({ hasText: owner })).toContainText('Owner');

  await page.goto(site.origin + paths.admin.bots);
  await openDialog(page, 'Register bot');
  await page.getByLabel('Id', { exact: true }).fill('123');
  await page.getByLabel('Name', { exact: true }).fill('Journey');
  await page.getByLabel('Owner’s email').fill(owner);
  await page.getByRole('dialog').getByRole('button', { name: 'Register bot' }).click();
  await expect(page.getByText('A bot id is a snowflake: 17 to 20 digits.')).toBeVisible();
  await page.getByLabel('Id', { exact: true }).fill(botId);
  await page.getByRole('dialog').getByRole('button', { name: 'Register bot' }).click();
  await chooseAction(page, 'Journey', 'Keys');

  await openDialog(page, 'Create key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByRole('region', { name: 'API key', exact: true }).textContent()) ?? '';

  const theirs = await browser.newPage();
  await openAs(theirs, site, owner);
  await theirs.getByRole('link', { name: 'Journey' }).click();
  await expect(theirs.getByText('Waiting for the first report')).toBeVisible();
  expect(await report(site, key, botId, 31)).toBe(200);
  await expect(theirs.getByRole('region', { name: 'Servers and users' })).toBeVisible({ timeout: 5_000 });
  await theirs.close();
});

test('a bot is edited, disabled, enabled and, after its id is typed, deleted', async ({ page, site }) => {
  const admin = await asAdmin(page, site);
  const id = newBotId();
  await makeBot(site, { id, owner: admin, name: 'Subject' });
  await page.goto(site.origin + withQuery(paths.admin.bots, { q: id }));
  const row = page.getByRole('row').filter({ hasText: id });

  await chooseAction(page, 'Subject', 'Edit…');
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await page.getByLabel('Plan').selectOption('premium');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('Renamed');
  await expect(row).toContainText('Premium');

  await chooseAction(page, 'Renamed', 'Disable…');
  await page.getByRole('button', { name: 'Disable bot' }).click();
  await expect(row).toContainText('Disabled');
  await chooseAction(page, 'Renamed', 'Enable…');
  await page.getByRole('button', { name: 'Enable bot' }).click();
  await expect(row).toContainText('New');

  await chooseAction(page, 'Renamed', 'Delete…');
  const confirm = page.getByRole('button', { name: 'Delete bot' });
  await expect(confirm).toBeDisabled();
  await page.getByLabel(/to confirm/).fill(id);
  await confirm.click();
  await expect(page.getByText('No bots found')).toBeVisible();

  await page.goto(site.origin + withQuery(paths.admin.audit, { q: id }));
  for (const action of ['bot.create', 'bot.change', 'bot.delete']) {
    await expect(page.getByRole('cell', { name: action }).first()).toBeVisible();
  }
  for (const words of ['Register bot', 'Change bot', 'State: Enabled → Disabled', 'Plan: Free → Premium']) {
    await expect(page.getByRole('cell', { name: words }).first()).toBeVisible();
  }
});

test('a person is disabled, gets a new password, and is not deleted while they own bots', async ({
  page,
  site,
}) => {
  await asAdmin(page, site);
  const email = await newPerson(site, 'Kim');
  await makeBot(site, { id: newBotId(), owner: email });
  await page.goto(site.origin + withQuery(paths.admin.users, { q: email }));
  const row = page.getByRole('row').filter({ hasText: email });

  await chooseAction(page, 'Kim', 'Disable…');
  await page.getByRole('button', { name: 'Disable person' }).click();
  await expect(row).toContainText('Disabled');
  await chooseAction(page, 'Kim', 'Enable…');
  await page.getByRole('button', { name: 'Enable person' }).click();
  await expect(row).toContainText('Enabled');

  await chooseAction(page, 'Kim', 'Reset password…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New password' }).fill('tooshort');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The password needs at least 12 characters.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'New password' }).fill('a brand new passphrase');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(dialog).toBeHidden();

  await chooseAction(page, 'Kim', 'Delete…');
  await page.getByLabel(/to confirm/).fill(email);
  await page.getByRole('button', { name: 'Delete person' }).click();
  await expect(page.getByText(/owns 1 bot; give/)).toBeVisible();
});

test('search, sort order and page of long lists are in the URL', async ({ page, site }) => {
  const admin = await asAdmin(page, site);
  for (let i = 0; i < 60; i++) {
    await makeBot(site, { id: newBotId(), owner: admin, name: `Pagetest ${String(i).padStart(2, '0')}` });
  }
  await page.goto(site.origin + paths.admin.bots);
  await page.getByRole('searchbox').fill('pagetest');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('1–50 of 60 bots')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Pagetest 00');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('51–60 of 60 bots')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Pagetest 59');
  await expect(page).toHaveURL(/q=pagetest&sort=name&dir=desc$/);
});

test('an owner sees no links to admin pages', async ({ page, site }) => {
  await openAs(page, site, await newPerson(site));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
});
