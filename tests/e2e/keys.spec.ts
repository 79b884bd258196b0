import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { makeBot, makeKey, type Site } from '../support/site';
import { chooseAction, expect, newBotId, newPerson, openAs, openDialog, report, test } from './support';

const NO_KEYS = 'A bot needs a key to report.';

async function onKeysPage(page: Page, site: Site): Promise<string> {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).keys);
  return id;
}

/** Creates a key on the open page; returns the shown key. */
async function createKey(page: Page, name: string): Promise<string> {
  await openDialog(page, 'Create key');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  return shownKey(page);
}

async function shownKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const shown = dialog.getByRole('region', { name: 'API key', exact: true });
  await expect(shown).toHaveText(/^btm_[0-9A-Za-z]{38}$/);
  const key = (await shown.textContent()) ?? '';
  const line = dialog.getByRole('region', { name: 'Check the key with curl' });
  await expect(line).toHaveText(
    `curl ${new URL(page.url()).origin}/api/v1/verify \\ -H "Authorization: Bearer ${key}"`,
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  return key;
}

test('a new key works and is shown once: neither the page nor a reload shows it again', {
  tag: '@journey',
}, async ({ page, site }) => {
  const botId = await onKeysPage(page, site);
  await expect(page.getByText(NO_KEYS)).toBeVisible();
  const key = await createKey(page, 'production');
  await expect(page.getByRole('row').filter({ hasText: 'production' })).toContainText(`…${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  await page.reload();
  expect(await page.content()).not.toContain(key);
  expect(await report(site, key, botId, 3)).toBe(200);
});

test('a rotated key stays valid for the chosen overlap', { tag: '@journey' }, async ({ page, site }) => {
  const botId = await onKeysPage(page, site);
  const old = await createKey(page, 'rotating');
  await openDialog(page, 'Rotate… rotating');
  await page.getByRole('dialog').getByLabel('1 hour').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  const next = await shownKey(page);
  expect(next).not.toBe(old);
  const oldRow = page
    .getByRole('row')
    .filter({ hasText: `Ends in 1\u00a0h, replaced by …${next.slice(-4)}` });
  await expect(oldRow.getByRole('button', { name: /^Rotate/ })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'rotating' })).toHaveCount(2);
  expect(await report(site, next, botId, 3)).toBe(200);
  // The interval belongs to the bot: 429 shows that the old key is still valid.
  expect(await report(site, old, botId, 3)).toBe(429);
});

test('a key rotated without overlap ends at once', async ({ page, site }) => {
  const botId = await onKeysPage(page, site);
  const old = await createKey(page, 'leaked');
  await openDialog(page, 'Rotate… leaked');
  await page.getByRole('dialog').getByLabel('Not at all').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  const next = await shownKey(page);
  expect(await report(site, old, botId, 3)).toBe(401);
  expect(await report(site, next, botId, 3)).toBe(200);
});

test('a key is shown with its calls and its last refusal, and all rows are the calls of the cycle', async ({
  page,
  site,
}) => {
  const botId = await onKeysPage(page, site);
  const key = await createKey(page, 'busy');
  await createKey(page, 'idle');
  expect(await report(site, key, botId, 3)).toBe(200);
  expect(await report(site, key, botId, 3)).toBe(429);
  const row = page.getByRole('row').filter({ hasText: 'busy' });
  // Refused calls are written in groups, seconds later.
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Too soon', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText(/1\s*100%/);
  await expect(page.getByRole('row').filter({ hasText: 'idle' })).toContainText(/0\s*0%/);
  await expect(page.getByRole('region', { name: 'Keys', exact: true })).toContainText('1 call this cycle');
  await expect(page.getByRole('region', { name: 'Calls per day by key' })).toContainText(
    `busy …${key.slice(-4)}`,
  );
  await row.getByRole('link', { name: /Too soon$/ }).click();
  await expect(page.getByRole('region', { name: 'Activity, newest first' })).toContainText('busy');
});

test('revoking warns when the key was used recently, and ends it at once', async ({ page, site }) => {
  const botId = await onKeysPage(page, site);
  const key = await createKey(page, 'doomed');
  expect(await report(site, key, botId, 3)).toBe(200);
  const lastUsed = async () =>
    (await site.ports.directory.read((t) => t.keys.listOfBot(botId, 1, Date.now())))[0]?.lastUsedAtMs;
  // Times of last use are written off the hot path.
  await expect.poll(lastUsed, { timeout: 30_000 }).not.toBeNull();
  await page.reload();
  await chooseAction(page, 'doomed', 'Revoke…');
  await expect(page.getByRole('dialog')).toContainText('The bot that uses it will be refused.');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'doomed' })).toContainText('Revoked');
  expect(await report(site, key, botId, 3)).toBe(401);
});

test('a rotated key stays shown until a button is pressed, also when the row of the old one left the page', async ({
  page,
  site,
}) => {
  const botId = await onKeysPage(page, site);
  for (let made = 0; made < PAGE_SIZE; made++) await makeKey(site, botId);
  await page.reload();
  // The last row, which the new key moves to the next page.
  const row = page.getByRole('row').nth(PAGE_SIZE);
  const lastFour = (await row.getByRole('cell').nth(1).textContent()) ?? '';
  await row.getByRole('button', { name: /^Rotate/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  const shown = dialog.getByRole('region', { name: 'API key', exact: true });
  await expect(shown).toHaveText(/^btm_/);
  await expect(page.getByText(`1–${PAGE_SIZE} of ${PAGE_SIZE + 1} keys`)).toBeAttached();
  await expect(page.getByText(lastFour, { exact: true })).toHaveCount(0);
  await expect(shown.locator('pre')).toHaveAttribute('translate', 'no');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(shown).toHaveText(/^btm_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  // The button that opened the dialog is gone: its table has the focus.
  await expect(page.getByRole('region', { name: 'API keys' })).toBeFocused();
});
