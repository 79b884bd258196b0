import { paths } from '@/lib/contract/paths';
import { expectAccessibleInBothThemes } from './axe';
import { expect, newPerson, openAs, test } from './support';

test('a digest is chosen, shown again, refused without a channel, and ended', async ({ page, site }) => {
  const email = await newPerson(site);
  await openAs(page, site, email);
  await page.goto(site.origin + paths.account);
  const card = page.getByRole('region', { name: 'Digest' });
  const save = card.getByRole('button', { name: 'Save digest' });
  // The page loads itself anew; one that does not would be waited for without a reason.
  const saveAndReload = async () => {
    await page.evaluate(() => document.body.setAttribute('data-old', ''));
    await save.click();
    await expect(page.locator('body[data-old]'), await card.innerText()).toHaveCount(0);
  };
  await card.getByLabel('When', { exact: true }).selectOption('weekly');
  await card.getByLabel('To Discord').uncheck();
  await save.click();
  await expect(card.getByText('Choose email or Discord, or no digest.')).toBeVisible();
  await card.getByLabel('To Discord').check();
  await card.getByLabel('Only when something happened').check();
  await saveAndReload();
  await expect(card.getByLabel('When', { exact: true })).toHaveValue('weekly');
  await expect(card.getByLabel('Only when something happened')).toBeChecked();
  await expectAccessibleInBothThemes(page, 'the account with a digest');
  await card.getByLabel('When', { exact: true }).selectOption('');
  await saveAndReload();
  await expect(card.getByLabel('When', { exact: true })).toHaveValue('');
});
