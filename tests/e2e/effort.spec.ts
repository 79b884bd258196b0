import type { Page } from '@playwright/test';
import { makeBot, makeKey, type Site } from '../support/site';
import { expect, newBotId, newPerson, openAs, report, test } from './support';

/** How many clicks and keys the owner's commonest tasks take after sign-in. */

async function ownerOfBot(page: Page, site: Site) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Lantern', plan: 'free' });
  const made = await makeKey(site, id);
  for (const count of [5, 6]) await report(site, made.key, id, count);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, site, email);
  // A link that is followed before the page is hydrated loads the next page anew, whose buttons then wait for their code.
  await page.waitForLoadState('networkidle');
  return { id, ...made };
}

const newKey = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('rotating a key safely takes five clicks', async ({ page, site }) => {
  const { id, key } = await ownerOfBot(page, site);
  let clicks = 0;
  const click = async (role: 'link' | 'button', name: string) => {
    await page.getByRole(role, { name }).click();
    clicks++;
  };
  await click('link', 'Lantern');
  await click('link', 'Keys');
  await click('button', 'Rotate…');
  await click('button', 'Rotate key');
  await click('button', 'Copy key and close');
  expect(clicks).toBeLessThanOrEqual(5);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await newKey(page)).not.toBe(key);
  // The interval belongs to the bot: 429 shows that both keys are valid.
  for (const each of [key, await newKey(page)]) expect(await report(site, each, id, 7)).toBe(429);
});

test('what happened to the bot last week takes two clicks', async ({ page, site }) => {
  await ownerOfBot(page, site);
  await page.getByRole('link', { name: 'Lantern' }).click();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const table = page.getByRole('table', { name: 'Activity, newest first' });
  await expect(table).toContainText('Register bot');
  // Refused calls are written in groups, seconds later.
  await expect(async () => {
    await page.reload();
    await expect(table).toContainText('update_too_soon', { timeout: 1_000 });
  }).toPass();
});

test('rotating a key takes at most 25 presses of keys', async ({ page, site }) => {
  const { key } = await ownerOfBot(page, site);
  let presses = 0;
  const press = async (name: 'Tab' | 'Enter') => {
    await page.keyboard.press(name);
    presses++;
  };
  /** Moves to a control and follows it, from where the focus is. */
  const follow = async (name: string) => {
    for (let i = 0; i < 15; i++) {
      const focused = page.locator('a:focus, button:focus');
      if ((await focused.filter({ hasText: name }).count()) > 0) break;
      await press('Tab');
    }
    await press('Enter');
  };
  await follow('Skip to the content');
  await follow('Lantern');
  await expect(page.getByRole('heading', { name: 'Lantern', level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main')).toBeFocused();
  await follow('Keys');
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Keys')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Keys' })).toBeFocused();
  await follow('Rotate…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('24 hours')).toBeFocused();
  await follow('Rotate key');
  await expect(page.getByRole('button', { name: 'Copy key and close' })).toBeFocused();
  await follow('Copy key and close');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await newKey(page)).not.toBe(key);
  expect(presses).toBeLessThanOrEqual(25);
});
