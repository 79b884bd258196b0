import { paths } from '@/lib/contract/paths';
import { openRawDatabase } from '../support/process/raw-database';
import { makeBot, type Site } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { expect, newBotId, newPerson, openAs, openDialog, test } from './support';

/** Renames a table of the running service, to simulate a damaged database. */
async function rename(site: Site, from: string, to: string): Promise<void> {
  const rawDatabase = openRawDatabase(site.databaseUrl);
  await rawDatabase.run(`ALTER TABLE ${from} RENAME TO ${to}`);
  await rawDatabase.close();
}

test('a page whose data cannot be read says so, in both themes and widths, and recovers with “Try again”', async ({
  browser,
  site,
}) => {
  // A separate page, because here the console error of the failing server is expected.
  const page = await browser.newPage();
  const [email, id] = [await newPerson(site, 'Kim'), newBotId()];
  await makeBot(site, { id, owner: email });
  await openAs(page, site, email);
  await rename(site, 'api_keys', 'away');
  const response = await page.goto(site.origin + paths.bot(id).keys);
  expect(response?.status()).toBe(500);
  const alert = page.getByRole('alert').filter({ hasText: 'This page could not be shown' });
  await expectAccessibleInBothThemes(page, 'the error page', alert);
  // The page shows the digest to search for in the log, and no details of the error.
  const digest = (await page.getByText('For the operator:').locator('code').textContent()) ?? '';
  expect(digest).toMatch(/^\d+$/);
  expect(site.output()).toContain(digest);
  expect(await page.content()).not.toContain('no such table');

  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const failures = () => site.output().split('no such table: api_keys').length;
  const before = failures();
  await tryAgain.click();
  await expect.poll(failures).toBeGreaterThan(before);
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await rename(site, 'away', 'api_keys');
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
    await expect(tryAgain).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await expect(page).toHaveTitle(/ · Keys$/);
  await page.close();
});

test('a form whose action fails claims nothing of what was stored', async ({ page, site }) => {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email });
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).keys);
  await openDialog(page, 'Create key');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('production');
  await rename(site, 'api_keys', 'away');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It may have been stored: look before you send it');
  await expect(dialog.getByLabel('Name')).toHaveValue('production');
  await rename(site, 'away', 'api_keys');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('region', { name: 'API key', exact: true })).toHaveText(/^btm_/);
});
