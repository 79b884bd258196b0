import type { Locator, Page } from '@playwright/test';
import { paths, withQuery } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeUser } from '@/lib/services/users/change';
import { PASSWORD } from '../support/browser-jar';
import { openRawDatabase } from '../support/process/raw-database';
import { makeBot, makeKey, makePerson, type Site } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
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

test('an admin creates a person, a bot and a key in the browser, and the owner sees the report arrive', {
  tag: '@journey',
}, async ({ page, site, browser }) => {
  await asAdmin(page, site);
  const owner = newEmail();
  const botId = newBotId();

  // Other tests of this service fill more than a page of these lists.
  await page.goto(site.origin + withQuery(paths.admin.users, { q: owner }));
  await openDialog(page, 'Add person');
  await page.getByRole('dialog').getByLabel('Email').fill(owner);
  await page.getByLabel('Name (optional)').fill('Robin');
  await page.getByLabel('With a password that you type').check();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByRole('row').filter({ hasText: owner })).toContainText('Owner');

  await page.goto(site.origin + withQuery(paths.admin.bots, { q: owner }));
  await openDialog(page, 'Register bot');
  await page.getByLabel('Id', { exact: true }).fill('123');
  await page.getByLabel('Name', { exact: true }).fill('Journey');
  await page.getByRole('button', { name: /^Me: / }).click();
  await expect(page.getByLabel('Owner’s email')).toHaveValue(/@/);
  await page.getByLabel('Owner’s email').fill(owner);
  await page.getByRole('dialog').getByRole('button', { name: 'Register bot' }).click();
  await expect(page.getByText('A bot id is a snowflake: 17 to 20 digits.')).toBeVisible();
  await page.getByLabel('Id', { exact: true }).fill(botId);
  await page.getByRole('dialog').getByRole('button', { name: 'Register bot' }).click();
  await expect(page.getByRole('heading', { name: 'Journey', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Bot' }).getByRole('link', { name: 'Keys' }).click();

  await openDialog(page, 'Create key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByRole('region', { name: 'API key', exact: true }).textContent()) ?? '';

  const theirs = await browser.newPage();
  await openAs(theirs, site, owner);
  await theirs.getByRole('link', { name: 'Journey' }).click();
  await expect(theirs.getByText('Waiting for the first report')).toBeVisible();
  expect(await report(site, key, botId, 31)).toBe(200);
  await expect(theirs.getByRole('region', { name: 'Servers and users' })).toBeVisible();
  await theirs.close();
});

test('a bot is edited, disabled, enabled and, after its id is typed, deleted', { tag: '@journey' }, async ({
  page,
  site,
}) => {
  const admin = await asAdmin(page, site);
  const id = newBotId();
  await makeBot(site, { id, owner: admin, name: 'Subject' });
  await page.goto(site.origin + withQuery(paths.admin.bots, { q: id }));
  const row = page.getByRole('row').filter({ hasText: id });

  await openDialog(page, 'Edit Subject');
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await page.getByLabel('Premium').check();
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
  await dialog.getByLabel('With a password that you type').check();
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

test('an invitation is shown once and works once, and its page and dialogs are accessible', async ({
  page,
  site,
  browser,
}) => {
  await asAdmin(page, site);
  const email = newEmail();
  await page.goto(site.origin + paths.admin.users);
  await openDialog(page, 'Add person');
  const dialog = page.getByRole('dialog');
  await expectAccessibleInBothThemes(page, 'the dialog to add a person', dialog);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const link = (await dialog.getByRole('region', { name: 'Link' }).textContent()) ?? '';
  await expectAccessibleInBothThemes(page, 'the dialog with the link', dialog);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email);
  await expectAccessibleInBothThemes(page, 'the list of people with an invitation');

  const theirs = await browser.newPage();
  for (let opened = 0; opened < 2; opened++) await theirs.goto(link);
  await expectAccessibleInBothThemes(theirs, 'the page of an invitation');
  await theirs.getByLabel('Password').fill('short');
  await theirs.getByRole('button', { name: 'Create account' }).click();
  await expect(theirs.getByText('The password needs at least 12 characters.')).toBeVisible();
  await theirs.getByLabel('Password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Create account' }).click();
  await expect(theirs.getByRole('heading', { name: 'My bots' })).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByText('This invitation has been used')).toBeVisible();
  await theirs.close();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Open invitations' })).toHaveCount(0);
});

test('a plan below what is used warns, and a change of owner asks about the keys', async ({ page, site }) => {
  const admin = await asAdmin(page, site);
  const owner = await newPerson(site, 'Robin the Owner');
  const id = newBotId();
  await makeBot(site, { id, owner: admin, name: 'Busy', plan: 'premium' });
  const rawDatabase = openRawDatabase(site.databaseUrl);
  await rawDatabase.run('UPDATE bots SET cycle_used = 3412 WHERE id = ?', id);
  await rawDatabase.close();
  const { keyId } = await makeKey(site, id);
  await page.goto(site.origin + withQuery(paths.admin.bots, { q: id }));
  await openDialog(page, 'Edit Busy');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Free').check();
  await expect(dialog.getByText('3,412 calls are used and this plan has 1,500')).toBeVisible();
  await dialog.getByRole('combobox').fill('robin the');
  await page.getByRole('option', { name: 'Robin the Owner' }).waitFor();
  await expectAccessibleInBothThemes(page, 'the dialog of a bot with suggestions', dialog);
  await dialog.getByRole('combobox').press('ArrowDown');
  await dialog.getByRole('combobox').press('Enter');
  await expect(dialog.getByRole('combobox')).toHaveValue(owner);
  await dialog.getByLabel('Revoke all of them').check();
  await expectAccessibleInBothThemes(page, 'the dialog of a bot with warnings', dialog);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  const key = await site.ports.directory.read(({ keys }) => keys.findById(keyId));
  expect(key?.revokedAtMs).not.toBeNull();

  await page.getByRole('link', { name: 'Busy' }).click();
  await expect(page.getByRole('heading', { name: 'Busy', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Robin the Owner' })).toBeVisible();
  await openDialog(page, 'Edit');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Bots' }).click();
  await expect(page.getByRole('heading', { name: 'Bots', level: 1 })).toBeVisible();
});

test('after sign-in a larger plan takes four clicks, and a person’s bots two', async ({ page, site }) => {
  const admin = await newPerson(site, 'Ada', 'admin');
  const owner = await newPerson(site, 'Olga');
  for (const name of ['Aardvark', 'Abalone']) await makeBot(site, { id: newBotId(), owner, name });
  await makeBot(site, { id: newBotId(), owner: admin, name: 'Not hers' });
  await page.goto(site.origin + paths.login);
  await page.getByLabel('Email').fill(admin);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const clicksOf = async (clicks: readonly Locator[]) => {
    for (const target of clicks) await target.click();
    return clicks.length;
  };
  const nav = page.getByRole('navigation', { name: 'Admin' });
  const bots = page.getByRole('link', { name: '2 bots of Olga' });
  expect(await clicksOf([nav.getByRole('link', { name: 'People' }), bots])).toBeLessThanOrEqual(2);
  await expect(page.getByRole('link', { name: 'Abalone' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Not hers' })).toHaveCount(0);

  await page.goto(site.origin + paths.admin.overview);
  // Counted within a minute of the start.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('img', { name: 'Calls per day, refused ones on top' })).toBeVisible();
  }).toPass({ timeout: 90_000 });
  // A link that is followed before the page is hydrated loads the next page anew.
  await page.waitForLoadState('networkidle');
  const plan = [
    nav.getByRole('link', { name: 'Bots', exact: true }),
    page.getByRole('button', { name: 'Edit Aardvark' }),
    page.getByLabel('Business'),
    page.getByRole('button', { name: 'Save changes' }),
  ];
  expect(await clicksOf(plan)).toBeLessThanOrEqual(4);
  await expect(page.getByRole('row').filter({ hasText: 'Aardvark' })).toContainText('Business');
});

test('the lists of admins fit 768 px without scrolling sideways', async ({ page, site }) => {
  await asAdmin(page, site);
  const [name, owner] = ['Unbreakable'.repeat(7), `${'unbreakable'.repeat(5)}@example.org`];
  await makePerson(site, owner, 'owner', name);
  await makeBot(site, { id: newBotId(), owner, name, plan: 'business' });
  await changeUser(site.ports, OPERATOR, { email: owner }, { isDisabled: true });
  await page.setViewportSize({ width: 768, height: 900 });
  for (const path of Object.values(paths.admin)) {
    await page.goto(site.origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Until then times are in UTC, and a text that is not React's would fail.
    await page.waitForLoadState('networkidle');
    const wider = await page.evaluate(() => {
      // The widest date, so that the result is the same at any hour.
      for (const { firstChild } of document.querySelectorAll('time')) {
        if (firstChild === null) continue;
        firstChild.nodeValue = (firstChild.nodeValue ?? '').replace(/\b[A-Z][a-z]{2} \d+, /, 'Nov 28, ');
      }
      return [...document.querySelectorAll('html, section')].map((box) =>
        Math.max(0, box.scrollWidth - box.clientWidth),
      );
    });
    expect([path, ...wider]).toEqual([path, ...wider.map(() => 0)]);
  }
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

test('the audit log is limited to a bot that is picked by a part of its name, and shows which', async ({
  page,
  site,
}) => {
  const admin = await asAdmin(page, site);
  const [id, other] = [newBotId(), newBotId()];
  await makeBot(site, { id, owner: admin, name: 'Picked Pelican' });
  await makeBot(site, { id: other, owner: admin, name: 'Other' });
  await page.goto(site.origin + paths.admin.audit);
  const field = page.getByRole('combobox', { name: 'Bot' });
  await field.fill('pelic');
  await page.getByRole('option', { name: 'Picked Pelican' }).waitFor();
  await expectAccessibleInBothThemes(page, 'the audit log with suggestions');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(id);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(new RegExp(`bot=${id}`));
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Picked Pelican');
  await expect(page.getByRole('region', { name: 'Audit log' })).not.toContainText(other);
  await expect(field).toHaveValue(id);
});

test('the first click on “Register bot” counts while suggestions are shown', async ({ page, site }) => {
  await newPerson(site, 'Robin the Owner');
  await openAs(page, site, await newPerson(site, 'Dana Admin', 'admin'));
  await page.goto(site.origin + paths.admin.bots);
  await openDialog(page, 'Register bot');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Owner’s email').fill('Robin');
  await expect(page.getByRole('option').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Register bot' }).click();
  await expect(dialog.getByText('A bot id is a snowflake: 17 to 20 digits.')).toBeVisible();
});
