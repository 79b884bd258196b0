import type { Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { PASSWORD } from '../support/browser-jar';
import { type FakeDiscord, startDiscord } from '../support/discord';
import { type Site, startSite } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { chooseAction, expect, newPerson, openAs, openDialog, test } from './support';

/** Connected Discord accounts in the browser: connecting, the notice, disconnecting, and a reset by an admin. */

let discord: FakeDiscord;
let site: Site;
test.beforeAll(async () => {
  discord = await startDiscord();
  site = await startSite(discord.env);
});
test.afterAll(async () => {
  await site.stop();
  await discord.stop();
});

async function connect(page: Page, subject: string): Promise<void> {
  discord.account = { id: subject, email: 'elsewhere@example.org' };
  await page.goto(site.origin + paths.account);
  const card = page.getByRole('region', { name: 'Discord' });
  await card.getByLabel('Current password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Connect Discord' }).click();
  await expect(card.getByText('Your Discord account is connected.')).toBeVisible();
}

test('Discord is connected with the password, shown in a notice until dismissed, and disconnected', async ({
  page,
}) => {
  await openAs(page, site, await newPerson(site, 'Dana'));
  await page.goto(site.origin + paths.account);
  const card = page.getByRole('region', { name: 'Discord' });
  await expect(card.getByText('No Discord account is connected.')).toBeVisible();
  await card.getByLabel('Current password').fill('not the right passphrase');
  await card.getByRole('button', { name: 'Connect Discord' }).click();
  await expect(card.getByText('The current password is wrong.')).toBeVisible();
  await connect(page, '80351110224678912');
  await expect(page.getByText('80351110224678912 was connected')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the account page');

  await page.goto(site.origin + paths.bots);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('was connected')).toHaveCount(0);
  await page.goto(site.origin + paths.account);
  await expect(page.getByText('was connected')).toHaveCount(0);

  await openDialog(page, 'Disconnect…');
  await expectAccessibleInBothThemes(page, 'the dialog to disconnect');
  await page.getByRole('button', { name: 'Disconnect account' }).click();
  await expect(card.getByText('No Discord account is connected.')).toBeVisible();
});

test('a reset by an admin offers to keep Discord, and disconnects it by default', async ({
  page,
  browser,
}) => {
  const owner = await newPerson(site, 'Erin');
  const theirs = await browser.newPage();
  await openAs(theirs, site, owner);
  await connect(theirs, '80351110224678913');
  await openAs(page, site, await newPerson(site, 'Admin', 'admin'));
  await page.goto(site.origin + withQuery(paths.admin.users, { q: owner }));
  await chooseAction(page, 'Erin', 'Reset password…');
  await page.getByLabel('With a password that you type').check();
  await expect(page.getByLabel('Keep their Discord account connected')).not.toBeChecked();
  await expectAccessibleInBothThemes(page, 'the dialog of a reset');
  await page.getByRole('textbox', { name: 'New password' }).fill('another long passphrase');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The new password is set')).toBeVisible();

  await openAs(theirs, site, owner);
  await expect(theirs.getByText('A new password was set for you by an admin.')).toBeVisible();
  await expect(theirs.getByText('80351110224678913 was disconnected by an admin')).toBeVisible();
  await theirs.goto(site.origin + paths.account);
  await expect(theirs.getByText('No Discord account is connected.')).toBeVisible();
  await theirs.close();
});
