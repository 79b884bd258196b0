import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { paths } from '@/lib/contract/paths';
import { databaseUrlOf } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';
import { makeBot, makeKey, startSite } from '../support/site';
import { startHttpReceiver } from '../support/webhook-receivers';
import { expectAccessibleInBothThemes } from './axe';
import { chooseAction, expect, newBotId, newPerson, openAs, openDialog, report, test } from './support';

/** Events are routed and delivered by jobs. */
const SOON = { timeout: 30_000 };

test('a webhook gets a signed test whose result is shown, and one that is switched off says why', {
  tag: '@journey',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const receiver = await startHttpReceiver();
  const site = await startSite({ WEBHOOK_ALLOW: receiver.host });
  try {
    // Responses from private addresses are shown to admins only.
    const [admin, botId] = [await newPerson(site, 'Ada', 'admin'), newBotId()];
    await makeBot(site, { id: botId, owner: admin, plan: 'premium' });
    await openAs(page, site, admin);
    await page.goto(site.origin + paths.bot(botId).alerts);
    await expect(page.getByText('0 of 5 webhooks used.')).toBeVisible();

    await openDialog(page, 'Add webhook');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('ftp://x');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Address')).toHaveValue('ftp://x');
    await dialog.getByLabel('Address').fill(`${receiver.origin}/hook?token=secret-part`);
    await expect(dialog.getByText('Signed webhook: events are sent')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'Add a webhook', dialog);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const shown = dialog.getByRole('region', { name: 'Secret', exact: true });
    await expect(shown).toHaveText(/^whsec_/);
    const secret = (await shown.textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    const card = page
      .getByRole('list', { name: 'Channels' })
      .getByRole('listitem')
      .filter({ hasText: receiver.host });
    await expect(card).toContainText('On');
    expect(await page.content()).not.toContain(secret);
    await chooseEvents(page, `${receiver.host} …part`);
    expect(await page.content()).not.toContain('secret-part');

    receiver.respondNext({ status: 200, body: 'thanks' }, 500, 410);
    await card.getByRole('button', { name: 'Send test' }).click();
    const result = page.getByRole('status').filter({ hasText: 'Test' });
    await expect(result).toContainText('Delivered', SOON);
    await expect(result).toContainText('Status 200');
    await expect(result).toContainText('Responses of private addresses are not stored.');
    expect(await page.content()).not.toContain('thanks');
    const [sent] = await receiver.received(1);
    const headers = Object.entries(sent?.headers ?? {}).map(([name, value]) => [name, String(value)]);
    const verified = new Webhook(secret).verify(sent?.body ?? '', Object.fromEntries(headers));
    expect(verified).toMatchObject({ type: 'webhook.test', data: { botId } });
    await expectAccessibleInBothThemes(page, 'the delivery log', page.getByRole('table'));

    await page.getByRole('main').getByRole('button', { name: 'Send test' }).click();
    await expect(result).toContainText(/Failed \(500\), next try in [1-6]\ss/, SOON);
    await expectAccessibleInBothThemes(page, 'a test that failed', result);
    // The page reads what came of the next try by itself.
    await expect(page.getByText('The receiver answered 410 Gone.')).toBeVisible(SOON);
    await page.goto(site.origin + paths.bot(botId).alerts);
    await expect(card).toContainText('Switched off');
    await expect(card).toContainText('The receiver answered 410 Gone.');
    await expectAccessibleInBothThemes(page, 'a webhook that is switched off', card);

    await chooseAction(page, receiver.host, 'Rotate secret…');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await expect(shown).not.toHaveText(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(card).toContainText('Two secrets sign until');
    await chooseAction(page, receiver.host, 'Remove…');
    await dialog.getByRole('button', { name: 'Remove webhook' }).click();
    await expect(card).toHaveCount(0);
  } finally {
    await site.stop();
    await receiver.stop();
  }
});

test('a crossing of the quota is counted at the bell until it is read, and a type that is not chosen is not', async ({
  page,
  site,
}) => {
  const [owner, botId] = [await newPerson(site), newBotId()];
  await makeBot(site, { id: botId, owner, name: 'Tide', plan: 'business' });
  const { key } = await makeKey(site, botId);
  const raw = openRawDatabase(databaseUrlOf(site.databaseUrl));
  await raw.run(`UPDATE bots SET cycle_used = 79999 WHERE id = '${botId}'`);
  await raw.close();
  await openAs(page, site, owner);
  const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');

  // The number is read again every 20 s, and when the tab is seen again.
  expect(await report(site, key, botId, 7)).toBe(200);
  await makeKey(site, botId);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread');
  await bell.click();
  const items = page.getByRole('list', { name: 'Notifications, newest first' }).getByRole('listitem');
  await expect(items).toContainText([
    'New API key for Tide',
    'Tide has used 80% of its quota',
    'New API key',
  ]);
  const titles = items.getByRole('link', { name: /^(New API key|Tide has)/ });
  // One is read beside the list, and on a phone in its place.
  const reading = page.getByRole('article');
  await titles.nth(1).click();
  await expect(reading).toContainText('Tide has used 80% of its quota');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(items.first()).toBeHidden();
  await reading.getByRole('link', { name: 'All notifications' }).click();
  await expect(items.first()).toBeVisible();
  await expect(reading).toBeHidden();
  await page.setViewportSize({ width: 1_280, height: 720 });
  await titles.first().focus();
  await page.keyboard.press('j');
  await expect(titles.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(titles.first()).toBeFocused();
  // Unless they are off.
  const openWhole = async (path: string) => {
    await page.goto(site.origin + path);
    await page.waitForLoadState('networkidle');
  };
  const singleKeys = page.getByLabel('Single keys in Notifications');
  await openWhole(paths.account);
  await singleKeys.uncheck();
  await openWhole(paths.notifications);
  await titles.first().focus();
  await page.keyboard.press('j');
  await expect(titles.first()).toBeFocused();
  await openWhole(paths.account);
  await singleKeys.check();
  await openWhole(paths.notifications);
  await titles.first().focus();
  await page.keyboard.press('e');
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  await expect(items.first().getByText('Unread')).toHaveCount(0);
  await page.getByRole('link', { name: 'Unread', exact: true }).click();
  await expect(items).toHaveCount(2);
  await page.getByRole('link', { name: 'Everything', exact: true }).click();
  await page.getByRole('link', { name: 'Quota', exact: true }).click();
  await expect(items).toHaveCount(1);
  await expect(items.getByRole('heading')).toHaveCount(1);
  await expectAccessibleInBothThemes(page, 'notifications of a kind', page.getByRole('main'));
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(async () => {
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell).toHaveAccessibleName('Notifications', { timeout: 2_000 });
  }).toPass();
  await expect(items.getByText('Unread')).toHaveCount(0);

  await page.goto(site.origin + paths.bot(botId).alerts);
  const preset = page.getByRole('combobox', { name: 'In the app: what is sent' });
  const quota = page.getByRole('checkbox', { name: 'In the app: all of Quota' });
  await expect(preset).toHaveValue('everything');
  await preset.selectOption('Trouble only');
  await expect(page.getByRole('checkbox', { name: 'In the app: Quota at 80%' })).not.toBeChecked();
  await expect(quota).toBeChecked({ indeterminate: true });
  await quota.click();
  await expect(quota).toBeChecked();
  await expect(preset).toHaveValue('custom');
  await expect(page.getByText(/^\d+ unsaved changes$/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(preset).toHaveValue('everything');
  await expect(page.getByText('unsaved')).toBeHidden();
  await page.getByRole('checkbox', { name: 'In the app: Key created' }).uncheck();
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await makeKey(site, botId);
  await page.goto(site.origin + paths.notifications);
  await expect(items).toHaveCount(4);
  await expect(items.first()).toContainText('Not counted at the bell');
  await expect(bell).toHaveAccessibleName('Notifications');
});

/** A webhook without any event is refused, and what was chosen stays; with one it is saved, and other channels keep theirs. */
async function chooseEvents(page: Page, webhook: string) {
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^${webhook}: `) });
  const ticked = boxes.and(page.getByRole('checkbox', { checked: true }));
  const mails = page.getByRole('checkbox', { name: /^In the app: /, checked: true });
  const count = await mails.count();
  // Only webhooks get votes, and only if that is chosen.
  await expect(page.getByRole('checkbox', { name: /: New vote$/ })).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: `${webhook}: New vote` })).not.toBeChecked();
  while ((await ticked.count()) > 0) await ticked.first().uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose at least one event' })).toBeVisible();
  await expect(ticked).toHaveCount(0);
  await expectAccessibleInBothThemes(page, 'no event is chosen', page.getByRole('main'));
  await page.getByRole('checkbox', { name: `${webhook}: Bot is silent` }).check();
  const repeat = page.getByRole('checkbox', { name: /again every 24 hours/ });
  await expect(repeat).not.toBeChecked();
  await repeat.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(ticked).toHaveCount(1);
  await expect(repeat).toBeChecked();
  await expect(mails).toHaveCount(count);
}
