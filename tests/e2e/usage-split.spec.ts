import { readFile } from 'node:fs/promises';
import { paths } from '@/lib/contract/paths';
import { makeKey } from '../support/site';
import { expectAccessible } from './axe';
import { botWithReports, expect, openAs, report, signIn, test } from './support';

test('what used the quota is said under the gauge, and drawn by operation and by key', async ({
  browser,
  page,
  site,
}) => {
  const { email, id, url } = await botWithReports(site, [3_600_000]);
  const { key } = await makeKey(site, id);
  expect(await report(site, key, id, 1_000)).toBe(200);
  const authorization = { Authorization: `Bearer ${key}` };
  for (const path of ['/api/v1/usage', '/api/v1/usage', `/api/v1/bots/${id}/history`]) {
    expect((await fetch(site.origin + path, { headers: authorization })).status).toBe(200);
  }
  await openAs(page, site, email);
  await page.goto(url);
  const sentence = page
    .getByRole('region', { name: 'Quota this cycle' })
    .getByText('Usage reads 2, reports 1, history 1');
  await expect(sentence).toBeVisible();

  await page.goto(site.origin + paths.bot(id).analytics);
  const card = page.getByRole('region', { name: 'What used the quota' });
  const chart = card.getByRole('application', { name: /^Counted calls per day by operation/ });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toContainText('Usage reads');
  await card.getByText('Table', { exact: true }).click();
  await expect(card.getByRole('row').nth(1)).toContainText('4211');
  await expectAccessible(page, 'the table of what used the quota');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeffday,calls,Usage reads,Reports,History');
  expect(lines.at(-1)).toMatch(/,4,2,1,1$/);
  await card.getByRole('link', { name: 'By key' }).click();
  await expect(card.getByText(`…${key.slice(-4)}`).first()).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, site, email);
  const plain = await context.newPage();
  await plain.goto(`${site.origin}${paths.bot(id).analytics}?by=key`);
  const picture = plain.getByRole('img', { name: 'Counted calls per day by key' });
  expect(await picture.locator('rect').count()).toBeGreaterThan(0);
  await context.close();
});
