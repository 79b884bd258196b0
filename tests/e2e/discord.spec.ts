import type { Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { type FakeDiscord, startDiscord } from '../support/discord';
import { makePerson, PASSWORD, type Site, startSite } from '../support/site';
import { violations } from './axe';
import { chooseAction, expect, newEmail, signIn, test } from './support';

/** Connected Discord accounts in the browser: connecting, the notice, disconnecting, and a reset by an admin. */

let discord: FakeDiscord;
let site: Site;
test.beforeAll(async () => {
  discord = await startDiscord();
  site = await startSite({
    DISCORD_CLIENT_ID: 'client',
    DISCORD_CLIENT_SECRET: 'a secret',
    DISCORD_ORIGIN: discord.origin,
  });
});
test.afterAll(async () => {
  await site.stop();
  await discord.stop();
});

/** In both themes and widths: no axe violations, and no horizontal scrolling. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1_280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      expect(await violations(page), where).toEqual([]);
      const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(tooWide, where).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
}

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
  const email = newEmail();
  await makePerson(site, email, 'owner', 'Dana');
  await signIn(page, site, email);
  await page.goto(site.origin + paths.account);
  const card = page.getByRole('region', { name: 'Discord' });
  await expect(card.getByText('No Discord account is connected.')).toBeVisible();
  await card.getByLabel('Current password').fill('not the right passphrase');
  await card.getByRole('button', { name: 'Connect Discord' }).click();
  await expect(card.getByText('The current password is wrong.')).toBeVisible();
  await connect(page, '80351110224678912');
  await expect(page.getByText('80351110224678912 was connected')).toBeVisible();
  await expectAccessible(page, 'the account page');

  await page.goto(site.origin + paths.bots);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('was connected')).toHaveCount(0);
  await page.goto(site.origin + paths.account);
  await expect(page.getByText('was connected')).toHaveCount(0);

  await card.getByRole('button', { name: 'Disconnect…' }).click();
  await expectAccessible(page, 'the dialog to disconnect');
  await page.getByRole('button', { name: 'Disconnect account' }).click();
  await expect(card.getByText('No Discord account is connected.')).toBeVisible();
});

test('a reset by an admin offers to keep Discord, and disconnects it by default', async ({
  page,
  browser,
}) => {
  const [admin, owner] = [newEmail(), newEmail()];
  await makePerson(site, admin, 'admin', 'Admin');
  await makePerson(site, owner, 'owner', 'Erin');
  const theirs = await browser.newPage();
  await signIn(theirs, site, owner);
  await connect(theirs, '80351110224678913');
  await signIn(page, site, admin);
  await page.goto(site.origin + withQuery(paths.admin.users, { q: owner }));
  await chooseAction(page, 'Erin', 'Reset password…');
  await expect(page.getByLabel('Keep their Discord account connected')).not.toBeChecked();
  await expectAccessible(page, 'the dialog of a reset');
  await page.getByRole('textbox', { name: 'New password' }).fill('another long passphrase');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The new password is set')).toBeVisible();

  await signIn(theirs, site, owner, 'another long passphrase');
  await expect(theirs.getByText('A new password was set for you by an admin.')).toBeVisible();
  await expect(theirs.getByText('80351110224678913 was disconnected by an admin')).toBeVisible();
  await theirs.goto(site.origin + paths.account);
  await expect(theirs.getByText('No Discord account is connected.')).toBeVisible();
  await theirs.close();
});
