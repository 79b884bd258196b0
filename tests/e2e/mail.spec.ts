import { paths, withQuery } from '@/lib/contract/paths';
import { PASSWORD } from '../support/browser-jar';
import { type MailServer, startMailServer } from '../support/mail-server';
import { makeBot, type Site, startSite } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { botWithReports, expect, newBotId, newEmail, newPerson, openAs, openDialog, test } from './support';

/** What people do with mails: forgotten passwords, invitations, unsubscribing; and the time zone of their times. */

let mail: MailServer;
let site: Site;
test.beforeAll(async () => {
  mail = await startMailServer();
  site = await startSite(mail.env);
});
test.afterAll(async () => {
  await site.stop();
  await mail.stop();
});

/** The link in the next mail, which must go to `email`. */
async function mailedLink(email: string, act: () => Promise<void>): Promise<string> {
  const count = mail.mails.length;
  await act();
  const received = (await mail.received(count + 1)).at(-1);
  expect(received?.to).toBe(email);
  return /http:\/\/\S+/.exec(received?.text ?? '')?.[0] ?? '';
}

test('a forgotten password is replaced through a mail, once; an unknown address looks the same', async ({
  page,
}) => {
  const email = await newPerson(site);
  await page.goto(site.origin + paths.login);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  const ask = async (address: string) => {
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await expect(page.getByText('If someone here has this address')).toBeVisible();
  };
  await ask('nobody@example.org');
  await page.reload();
  const link = await mailedLink(email, () => ask(email));
  await expectAccessibleInBothThemes(page, 'the form for a forgotten password');
  await page.goto(link);
  await page.getByLabel('New password').fill(`${PASSWORD} 2`);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'My bots' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This link has been used')).toBeVisible();
});

test('an invitation goes by mail, and the admin sees its link too', async ({ page }) => {
  await openAs(page, site, await newPerson(site, 'Ada', 'admin'));
  await page.goto(site.origin + paths.admin.users);
  const invited = newEmail();
  const dialog = page.getByRole('dialog');
  const link = await mailedLink(invited, async () => {
    await openDialog(page, 'Add person');
    await dialog.getByLabel('Email').fill(invited);
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await expect(dialog.getByText(`Sent to ${invited} by email.`)).toBeVisible();
  });
  await expect(dialog.getByRole('region', { name: 'Link' })).toContainText(link);
});

test('the link at the end of a mail ends its kind with one press, without signing in', async ({ page }) => {
  const email = await newPerson(site);
  const botId = newBotId();
  await makeBot(site, { id: botId, owner: email });
  const person = await site.ports.directory.read(({ users }) => users.findByEmail(email));
  const scope = { userId: person?.id ?? '', botId, type: 'bot.silent' };
  const token = site.ports.unsubscribeTokens.issue(scope);
  await page.goto(site.origin + withQuery(paths.unsubscribe, { token }));
  await expect(page.getByRole('listitem')).toHaveText(/: Bot is silent$/);
  await expectAccessibleInBothThemes(page, 'the page to stop mails');
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByText('You no longer get these mails.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('These mails are off.')).toBeVisible();
});

test('the time zone chosen under Account is that of all pages', async ({ page }) => {
  const { email, id } = await botWithReports(site, [60_000]);
  await openAs(page, site, email);
  const resetAt = async () => {
    await page.goto(site.origin + paths.bot(id).page);
    await expect(page.locator('time', { hasText: 'UTC' })).toHaveCount(0);
    return page.getByRole('region', { name: 'Quota resets in' }).locator('time').last().textContent();
  };
  const before = await resetAt();
  await page.goto(site.origin + paths.account);
  const field = page.getByRole('combobox', { name: 'Time zone' });
  await field.fill('Moon/Crater');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await expect(page.getByText('This is no time zone.')).toBeVisible();
  await field.fill('pacific/kiritimati');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await expect(field).toHaveValue('Pacific/Kiritimati');
  expect(await resetAt()).not.toBe(before);
});
