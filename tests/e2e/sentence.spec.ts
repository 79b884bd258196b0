import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { databaseUrlOf } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';
import { sessionCookie } from '../support/site';
import { botWithReports, expect, newPerson, openAs, test } from './support';

test('a silent bot’s page says so once: since when, by what sign, and what to do', async ({ page, site }) => {
  const bot = await botWithReports(site, [50 * MINUTE_MS, 45 * MINUTE_MS]);
  const raw = openRawDatabase(databaseUrlOf(site.databaseUrl));
  await raw.run(`INSERT INTO serving_times VALUES (0, ${Date.now()})
    ON CONFLICT (from_ms) DO UPDATE SET until_ms = excluded.until_ms`);
  await raw.close();
  await openAs(page, site, bot.email);
  await expect(page.getByTitle(/^Nothing heard for 4\d\smin\. The last report came at /)).toBeVisible();
  await page.goto(bot.url);
  const state = page.getByRole('region', { name: 'State', exact: true });
  await expect(state).toHaveText(
    /^Nothing heard for 4\d\smin\. The last report came at .+; the next was due within 15\smin\. No call was refused since\.\s*How to check$/,
  );
  await state.getByRole('link', { name: 'How to check' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check the API key' })).toBeVisible();
});

test('an admin’s reason reaches the owner, in the first HTML', async ({ page, site }) => {
  const bot = await botWithReports(site, [MINUTE_MS]);
  const id = bot.url.split('/').at(-1) ?? '';
  const admin = await newPerson(site, 'Ada', 'admin');
  await openAs(page, site, admin);
  await page.goto(`${site.origin}/admin/bots?q=${id}`);
  await page.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByLabel('Reason').fill('It sent spam');
  await page.getByRole('button', { name: 'Disable bot' }).click();
  await expect(page.getByRole('table').getByText('Disabled')).toBeVisible();
  await page.goto(bot.url);
  await expect(page.getByRole('link', { name: 'Enable it' })).toBeVisible();

  const cookie = await sessionCookie(site, bot.email);
  const html = await (await fetch(bot.url, { headers: { cookie } })).text();
  expect(html).toContain('All its calls are refused. Ask an admin to enable it.');
  expect(html.match(/Ask an admin to enable it/g)).toHaveLength(1);
});
