import type { Locator, Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { PASSWORD } from '../support/browser-jar';
import { codeAt } from '../support/second-factor';
import { makeBot, makeKey, type Site } from '../support/site';
import { expectAccessible } from './axe';
import { expect, newBotId, newPerson, openAs, openDialog, report, signIn, test } from './support';

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
  return { id, email, ...made };
}

const newKey = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('rotating a key safely takes four clicks from the bot’s page', async ({ page, site }) => {
  const { id, key } = await ownerOfBot(page, site);
  let clicks = 0;
  const click = async (role: 'link' | 'button', name: string) => {
    await page.getByRole(role, { name }).click();
    clicks++;
  };
  await page.getByRole('link', { name: 'Lantern' }).click();
  await click('link', 'Keys');
  await click('button', 'Rotate…');
  await click('button', 'Rotate key');
  await click('button', 'Copy key and close');
  expect(clicks).toBeLessThanOrEqual(4);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await newKey(page)).not.toBe(key);
  // The interval belongs to the bot: 429 shows that both keys are valid.
  for (const each of [key, await newKey(page)]) expect(await report(site, each, id, 7)).toBe(429);
});

test('rotating a key takes at most 25 presses of keys', async ({ page, site }) => {
  const { key } = await ownerOfBot(page, site);
  let presses = 0;
  const press = async (name: string) => {
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
  await press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  for (const key of 'keys') await press(key);
  await expect(page.getByRole('option')).toHaveText(['Keys']);
  await press('Enter');
  await expect(page).toHaveTitle(/ · Keys$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

test('asking for a larger plan takes two clicks from the bot’s page, and its answer is read there', async ({
  page,
  site,
  browser,
}) => {
  const { id } = await ownerOfBot(page, site);
  await page.goto(site.origin + paths.bot(id).page);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Ask for Business' }).click();
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan).toContainText(/Business was asked for on .*\. No admin has answered yet\./);
  await expect(plan).toContainText('At that time: 1 of 1,500 calls used, no forecast yet');
  await expect(plan.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, paths.bot(id).settings);

  const context = await browser.newContext();
  await signIn(context, site, await newPerson(site, 'Ada', 'admin'));
  const admin = await context.newPage();
  const overview = site.origin + paths.admin.overview;
  const row = admin.getByRole('row').filter({ has: admin.locator(`a[href="${paths.bot(id).page}"]`) });
  await admin.goto(overview);
  await expect(row).toContainText('Free → Business');
  await openDialog(admin, 'Decline… Lantern');
  await admin.getByRole('button', { name: 'Decline request' }).click();
  await expect(admin.getByRole('dialog')).toContainText('Say why in a sentence');
  await admin.getByLabel('Answer').fill('Two calls do not need it');
  await expectAccessible(admin, 'the dialog that declines');
  await admin.getByRole('button', { name: 'Decline request' }).click();
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);

  await page.goto(site.origin + paths.bot(id).settings);
  await expect(plan).toContainText('Two calls do not need it');
  // Once more.
  await page.getByRole('button', { name: 'Ask for Premium' }).click();
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(
    'Premium was asked for on',
  );
  await admin.goto(overview);
  await expectAccessible(admin, overview);
  await openDialog(admin, 'Grant… Lantern');
  await admin.getByRole('button', { name: 'Grant plan' }).click();
  await expect(row).toHaveCount(0);
  await context.close();
  await page.reload();
  await expect(plan).toContainText('An admin gave the bot this plan on');
  await page.goto(site.origin + paths.notifications);
  await expect(page.getByRole('main')).toContainText('Lantern has the Premium plan now');
});

/** Clicks controls one after the other; returns how many. */
async function clicksOn(targets: readonly Locator[]): Promise<number> {
  for (const target of targets) await target.click();
  return targets.length;
}

test('after sign-in an admin invites a person with three clicks', async ({ page, site }) => {
  await openAs(page, site, await newPerson(site, 'Ada', 'admin'));
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog');
  const opening = [
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' }),
    page.getByRole('button', { name: 'Add person' }),
  ];
  const opened = await clicksOn(opening);
  await dialog.getByLabel('Email').fill(`invited-${newBotId()}@example.org`);
  const clicks = opened + (await clicksOn([dialog.getByRole('button', { name: 'Create invitation' })]));
  await expect(dialog.getByRole('region', { name: 'Link' })).toContainText('/invite?token=');
  expect(clicks).toBeLessThanOrEqual(3);
});

test('a Discord alert is set up with three clicks from the bot’s page, and the fourth tests it', async ({
  page,
  site,
}) => {
  const { id } = await ownerOfBot(page, site);
  await page.goto(site.origin + paths.bot(id).page);
  await page.waitForLoadState('networkidle');
  const opened = await clicksOn([
    page.getByRole('navigation', { name: 'Bot' }).getByRole('link', { name: 'Alerts' }),
    page.getByRole('button', { name: 'Add Discord' }),
  ]);
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Address')
    .fill(`https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(64)}`);
  const clicks = opened + (await clicksOn([dialog.getByRole('button', { name: /^Add/ })]));
  // Not clicked: it would ask Discord.
  const card = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
  await expect(
    card.filter({ hasText: 'discord.com' }).getByRole('button', { name: 'Send test' }),
  ).toBeEnabled();
  expect(clicks).toBeLessThanOrEqual(3);
});

test('a second factor takes four clicks and its code, whatever the clock of the browser says', async ({
  page,
  site,
}) => {
  const email = await newPerson(site);
  await openAs(page, site, email);
  await page.waitForLoadState('networkidle');
  // Codes are judged by the database's clock: that of the browser may be years off.
  await page.clock.setSystemTime('2001-02-03T04:05:06Z');
  let clicks = 0;
  const click = async (control: Locator) => {
    await control.click();
    clicks++;
  };
  await page.goto(site.origin + paths.account);
  const card = page.getByRole('region', { name: 'Second factor' });
  await click(card.getByLabel('Current password'));
  await page.keyboard.type(PASSWORD);
  await click(card.getByRole('button', { name: 'Set up' }));
  await expect(card.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = (await card.locator('form code').innerText()).replaceAll(' ', '');
  await click(card.getByLabel('Code', { exact: true }));
  await page.keyboard.type(codeAt(secret, Date.now()));
  await click(card.getByRole('button', { name: 'Turn on' }));
  await expect(card.getByText('These are your recovery codes')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(4);
  // The form beside it has a field for codes now, which is empty.
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('');
  await expectAccessible(page, 'recovery codes', card);
});
