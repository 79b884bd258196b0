import { readFile } from 'node:fs/promises';
import { paths } from '@/lib/contract/paths';
import { databaseUrlOf } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';
import { makeBot, makeKey, type Site } from '../support/site';
import { expectAccessible } from './axe';
import { chooseFrom, chooseRange, expect, newBotId, newPerson, openAs, report, test } from './support';

/** A bot whose second and third report came too soon. */
async function refusedBot(site: Site) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Lantern' });
  const { key } = await makeKey(site, id);
  expect(await report(site, key, id, 5)).toBe(200);
  for (let i = 0; i < 2; i++) expect(await report(site, key, id, 6)).toBe(429);
  const rows = () => site.ports.directory.read(({ refusals }) => refusals.listOfBot(id, 0));
  await expect.poll(rows).toMatchObject([{ count: 2 }]);
  return { email, id };
}

const REASON = /^The Free plan accepts one report every 30 minutes\. Try again in \d+ seconds\.$/;

test('two clicks after sign-in tell why a report was refused, and a third on the table shows one day', {
  tag: '@journey',
}, async ({ page, site }) => {
  const { email, id } = await refusedBot(site);
  await openAs(page, site, email);
  await page.getByRole('link', { name: 'Lantern' }).click();
  await expect(page.getByText('One bar per day in UTC, 1 day.')).toBeVisible();
  await page.getByRole('link', { name: '2 refused calls: show why' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Too soon' });
  await expect(row.getByText(REASON)).toBeVisible();
  await expect(row).toContainText('×2');
  await expect(row.getByText('429 update_too_soon')).toBeHidden();
  await row.locator('summary').click();
  await expect(row.getByText('429 update_too_soon')).toBeVisible();
  await expect(row).toContainText('POST /api/v1/bots/stats');

  await page.getByRole('link', { name: 'Overview' }).click();
  const card = page.getByRole('region', { name: 'Calls per day', exact: true });
  await card.getByText('Table', { exact: true }).click();
  await card.getByRole('cell', { name: '2 refused calls: show why' }).getByRole('link').click();
  await expect(page).toHaveURL(
    new RegExp(`${paths.bot(id).activity}\\?kind=refused&range=(\\d{4}-\\d{2}-\\d{2})\\.\\.\\1$`),
  );
  await expect(page.getByText(REASON)).toBeVisible();
  await chooseRange(page, 'All');
  await page.getByRole('link', { name: /^Changes/ }).click();
  await expect(page.getByText(REASON)).toBeHidden();
  const created = page.getByRole('listitem').filter({ hasText: /Key “.+” created/ });
  await expect(created).toContainText('Command line');
});

test('a refused report opens: what was sent without a value, what was expected, and the request that works', async ({
  page,
  site,
}) => {
  const { email, id } = await refusedBot(site);
  const second = await makeKey(site, id);
  const body = { botId: id, guildCount: 5, userCount: '338', secret: 'hunter2' };
  const headers = { Authorization: `Bearer ${second.key}`, 'Content-Type': 'application/json' };
  const sent = await fetch(`${site.origin}/api/v1/bots/stats`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(sent.status).toBe(400);
  await openAs(page, site, email);
  const row = page.getByRole('listitem').filter({ hasText: 'Invalid report' });
  await expect(async () => {
    await page.goto(site.origin + paths.bot(id).activity);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.locator('summary').click();
  await expect(row).toContainText('"guildCount": number');
  await expect(row).toContainText('"userCount": string, 3 characters');
  await expect(row).toContainText('1 with other names');
  await expect(row).toContainText('sent as guildCount');
  await expect(row.getByRole('region', { name: 'The request that works', exact: true })).toContainText(
    new RegExp(`"botId": "${id}",\\s+"serverCount": 4`),
  );
  const html = await page.content();
  for (const text of ['338"', 'hunter2', '"secret"']) expect(html).not.toContain(text);
  await expectAccessible(page, 'an open row of the activity');

  const rows = page.getByRole('region', { name: 'Activity, newest first' }).locator('details');
  await chooseFrom(page, 'Any code', 'Too soon');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Too soon');
  await chooseFrom(page, 'Any key', `…${second.key.slice(-4)}`);
  await expect(page.getByText('No refused calls')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(5);
});

test('a day of the chart leads to its activity, by a click on any part of its height and by Enter', async ({
  page,
  site,
}) => {
  const { email, id } = await refusedBot(site);
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).page);
  const chart = page.getByRole('application', { name: /^Calls per day.*Enter shows the activity/ });
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.getByRole('img', { name: 'Calls per day, refused ones on top' }).boundingBox();
  if (box === null) throw new Error('There is no chart.');
  // Today is the last column; its bar is a part of the height.
  const [x, top] = [box.x + box.width - 18, box.y + 5];
  await page.mouse.click(x, top);
  await expect(page.getByText(REASON)).toBeVisible();
  await expect(page).toHaveURL(/range=/);
  await page.goBack();
  await chart.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/range=/);
});

test('refused calls whose reasons are gone are shown as a number, with the period', async ({
  page,
  site,
}) => {
  const { email, id } = await refusedBot(site);
  const raw = openRawDatabase(databaseUrlOf(site.databaseUrl));
  await raw.run('DELETE FROM refusals WHERE bot_id = ?', id);
  await raw.close();
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).page);
  await page.getByRole('link', { name: '2 refused calls: show why' }).click();
  await expect(page.getByText(/^2 more refused calls, whose reasons are not kept/)).toBeVisible();
  await expect(page.getByText('No call was refused')).toHaveCount(0);
});

test('the CSV has every entry, times in UTC', async ({ page, site }) => {
  const { email, id } = await refusedBot(site);
  await site.ports.directory.write([], ({ events }, nowMs) => {
    const data = { botId: id, botName: 'Lantern', before: 1_000, after: 5 };
    return events.insert([{ type: 'stats.dropped', period: '1', atMs: nowMs, dueAtMs: nowMs, data }]);
  });
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).activity);
  await page.getByRole('link', { name: /^Events/ }).click();
  const rows = page.getByRole('region', { name: 'Activity, newest first' }).locator('details');
  await expect(rows).toHaveCount(1);
  await expect(rows.filter({ hasText: 'stats.dropped' })).toContainText('from 1,000 to 5 in one report');
  await page.getByRole('link', { name: /^All \d/ }).click();
  await expect(rows).toHaveCount(4);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(
    /^\ufeffkind,first,last,count,operation,status,error,message,key,last_four,request_id,/,
  );
  expect(lines[1]).toMatch(/^event,\S+Z,\S+Z,,,,,"Lantern reported far fewer .*",,,,stats\.dropped,,$/);
  expect(lines[2]).toMatch(
    /^refused,\S+Z,\S+Z,2,POST \/api\/v1\/bots\/stats,429,update_too_soon,The Free plan /,
  );
  expect(lines[3]).toMatch(/^change,.*,key\.create,/);
});
