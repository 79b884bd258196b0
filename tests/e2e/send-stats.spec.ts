import { paths } from '@/lib/contract/paths';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { makeBot, makeKey } from '../support/site';
import {
  botWithReports,
  expect,
  newBotId,
  newPerson,
  openAs,
  openSendForm,
  passTime,
  report,
  sendForm,
  signIn,
  stopClock,
  test,
} from './support';

test('with scripts blocked a report is sent, and what is wrong with it is shown', async ({
  browser,
  site,
}) => {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, site, email);
  const page = await context.newPage();
  await page.goto(site.origin + paths.bot(id).page);
  await page.locator('summary', { hasText: 'Send stats now' }).click();
  await sendForm(page).getByLabel('Servers').fill('many');
  await sendForm(page).getByLabel('Users').fill('340');
  await sendForm(page).getByLabel('Shards').fill('1');
  await sendForm(page).getByRole('button', { name: 'Send stats now' }).click();
  await expect(sendForm(page)).toContainText('Enter a whole number from 0 to 10,000,000.');
  await expect(sendForm(page).getByLabel('Users')).toHaveValue('340');
  await sendForm(page).getByLabel('Servers').fill('12');
  await sendForm(page).getByRole('button', { name: 'Send stats now' }).click();
  await expect(sendForm(page)).toContainText('The report is accepted.');
  expect((await site.ports.store.find({ botId: id }))?.account.lastReport).toMatchObject({ userCount: 340 });
  await context.close();
});

test('its button is off with the reason while a report must be refused, and on by itself when one is due', async ({
  page,
  site,
}) => {
  await page.clock.install();
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, plan: 'business' });
  const { key } = await makeKey(site, id);
  expect(await report(site, key, id, 5)).toBe(200);
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).page);
  await openSendForm(page);
  await sendForm(page).getByRole('button', { name: 'Close' }).click();
  await expect(sendForm(page)).toBeHidden();
  await openSendForm(page);
  const button = sendForm(page).getByRole('button', { name: 'Send stats now' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/accepts one report every minute\. Possible in/);
  await stopClock(page, 60_000);
  await passTime(page, MINUTE_MS);
  // A read meanwhile may bring the server's clock, which knows nothing of the page's.
  await expect(async () => {
    await passTime(page, 10_000);
    await expect(button).not.toHaveAttribute('aria-disabled', { timeout: 500 });
  }).toPass();
  await expect(button).toHaveAccessibleDescription('Counts as one call.');
});

test('a phone shows the whole chart within two screens, and its tables whole', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email, url } = await botWithReports(
    site,
    [3, 2, 1].map((at) => at * MINUTE_MS),
    (at) => 1_000_000 + at,
  );
  await openAs(page, site, email);
  await page.goto(url);
  const chart = page.getByRole('region', { name: 'Servers and users' });
  const box = await chart.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(2 * 844);
  await chart.getByText('Table', { exact: true }).click();
  const table = chart.getByRole('table');
  await expect(table).toBeVisible();
  expect(await table.evaluate((at) => at.scrollWidth <= (at.parentElement?.clientWidth ?? 0))).toBe(true);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
});
