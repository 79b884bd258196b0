import { paths } from '@/lib/contract/paths';
import { makeBot } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { expect, newBotId, newPerson, openAs, test } from './support';

test('Ctrl K leads to a bot or a page by a part of its name, with keys alone', async ({ page, site }) => {
  const [owner, other, id] = [await newPerson(site), await newPerson(site), newBotId()];
  await makeBot(site, { id, owner, name: 'Lantern of the north' });
  await makeBot(site, { id: newBotId(), owner: other, name: 'Lantern of another' });
  await openAs(page, site, owner);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByRole('option', { name: /^Lantern/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('lantern');
  await expect(dialog.getByRole('option')).toHaveText([`Lantern of the north${id}`]);
  await expectAccessibleInBothThemes(page, 'the search');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(site.origin + paths.bot(id).page);
  await expect(dialog).toHaveCount(0);

  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^Go to a bot or page/ }).click();
  await page.keyboard.type('notif');
  await expect(dialog.getByRole('option')).toHaveText(['Notifications']);
  // On the bot's pages also its other pages.
  await dialog.getByRole('combobox').fill('vot');
  await expect(dialog.getByRole('group', { name: 'This bot' }).getByRole('option')).toHaveText(['Votes']);
  await expect(dialog.getByRole('option').first()).toHaveText('Votes');
  await dialog.getByRole('combobox').fill('zzz');
  await expect(dialog.getByText('Nothing has this name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Go to a bot or page/ })).toBeFocused();
});

test('Ctrl K pauses a bot for 30 min and leads to the keys that can be rotated', async ({ page, site }) => {
  const [owner, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner, name: 'Harbour' });
  await openAs(page, site, owner);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('combobox').fill('pause harb');
  await expect(dialog.getByRole('option')).toHaveText(['Pause 30 min: Harbour']);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pause 30 min' }).click();
  await expect(page.getByText('The silence is planned.')).toBeVisible();
  const bot = await site.ports.store.find({ botId: id });
  expect(bot?.account.pausedUntilMs).toBeGreaterThan(Date.now() + 29 * 60_000);

  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox').fill('rotate harbour');
  await expect(dialog.getByRole('option')).toHaveText(['Rotate a key of Harbour']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(site.origin + paths.bot(id).keys);
  // On the bot's own pages without its name.
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox').fill('30 min');
  await expect(dialog.getByRole('option')).toHaveText(['Pause 30 min: Harbour']);
  // Of the API reference by a word of a page, or by its path.
  await dialog.getByRole('combobox').fill('signat');
  await expect(dialog.getByRole('option')).toHaveText(['Signatures of webhooks']);
  await dialog.getByRole('combobox').fill('/verify');
  await expect(dialog.getByRole('option')).toHaveText([/GET \/api\/v1\/verify$/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${site.origin}${paths.docs}/.`));
});
