import type { Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { makeBot, type Site } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { expect, newBotId, newPerson, openAs, test } from './support';

/** The admin's list of bots, with one that is named Lantern. */
async function openListWithLantern(page: Page, site: Site): Promise<void> {
  const [admin, id] = [await newPerson(site, 'Ada', 'admin'), newBotId()];
  await makeBot(site, { id, owner: admin, name: 'Lantern' });
  await openAs(page, site, admin);
  await page.goto(site.origin + withQuery(paths.admin.bots, { q: id }));
  await page.waitForLoadState('networkidle');
}

test('a menu is used by keys alone, and a dialog that it opened gives the focus back to its button', async ({
  page,
  site,
}) => {
  await openListWithLantern(page, site);
  const button = page.getByRole('button', { name: 'Actions for Lantern' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await button.focus();
  await expect(page.getByRole('tooltip')).toHaveText('Actions for Lantern');
  await button.press('Enter');
  await expect(item('Keys')).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessibleInBothThemes(page, 'the menu of a bot', page.getByRole('menu'));
  for (const [key, name] of [
    ['ArrowDown', 'Audit log'],
    ['End', 'Delete…'],
    ['ArrowUp', 'Disable…'],
    ['Home', 'Keys'],
    ['d', 'Disable…'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(item(name)).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();

  // The code of the dialog is loaded with the first one.
  for (let opened = 0; opened < 2; opened++) {
    await button.press('Enter');
    await item('Disable…').press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('when the row of a menu is gone, its table gets the focus', async ({ page, site }) => {
  const [admin, ids] = [await newPerson(site, 'Ada', 'admin'), [newBotId(), newBotId()]];
  for (const id of ids) await makeBot(site, { id, owner: admin, name: `Beacon ${id}` });
  await openAs(page, site, admin);
  await page.goto(site.origin + withQuery(paths.admin.bots, { q: admin }));
  await page.waitForLoadState('networkidle');
  const [gone = ''] = ids;
  await page.getByRole('button', { name: `Actions for Beacon ${gone}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page.getByLabel(/to confirm/).fill(gone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Bots' })).toBeFocused();
});

test('a menu that is opened again at once keeps the focus, which the closed one gives back a moment later', async ({
  page,
  site,
}) => {
  await openListWithLantern(page, site);
  // By its label: while a dialog is open, the rest of the page has no roles.
  const button = page.getByLabel('Actions for Lantern');
  await button.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Keys' })).toBeFocused();
  /** Closes the menu, or a dialog, and opens the menu before any timer of the page runs. */
  const reopen = () =>
    button.evaluate(async (trigger: HTMLElement) => {
      const press = (target: EventTarget, key: string) =>
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      press(document.activeElement ?? document, 'Escape');
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      trigger.focus();
      press(trigger, 'Enter');
    });
  const isFocused = () => page.evaluate(() => document.activeElement?.closest('[role="menu"]') != null);
  const isSettled = async () => {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)).then(() => undefined));
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await isFocused()).toBe(true);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  };
  await reopen();
  await isSettled();
  await page.getByRole('menuitem', { name: 'Disable…' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await reopen();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await isSettled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a tooltip shows the name of a button under the mouse, and hides on Escape', async ({ page, site }) => {
  await openAs(page, site, await newPerson(site));
  await page.waitForLoadState('networkidle');
  const button = page.getByRole('button', { name: 'Theme: system. Change to light' });
  await button.hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText('Theme: system. Change to light');
  await expectAccessibleInBothThemes(page, 'a page with a tooltip');
  await button.hover();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});

test('an open menu does not take a click elsewhere away', async ({ page, site }) => {
  await openAs(page, site, await newPerson(site, 'Kim'));
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('link', { name: 'API reference', exact: true }).click();
  await expect(page).toHaveURL(site.origin + paths.docs);
  await expect(page.getByRole('menu')).toHaveCount(0);
});
