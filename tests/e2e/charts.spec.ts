import { readFile } from 'node:fs/promises';
import { paths } from '@/lib/contract/paths';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/plan';
import { openRawDatabase } from '../support/process/raw-database';
import { expectAccessible } from './axe';
import { botWithReports, expect, openAs, signIn, test } from './support';

/** Two hours of reports, two hours without, two hours of reports. */
const WITH_GAP = [...Array(360).keys()]
  .filter((minute) => minute < 120 || minute >= 240)
  .map((minute) => 6 * HOUR_MS - minute * MINUTE_MS);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the charts are drawn, with axes, key figures and a gap', async ({ page, site }) => {
    const { email, url } = await botWithReports(site, WITH_GAP);
    await openAs(page, site, email);
    await page.goto(url);
    const servers = page.getByRole('img', { name: 'Servers over time, 1 gap without reports' });
    await expect(servers).toBeVisible();
    await expect(servers.locator('path').nth(1)).toHaveAttribute('d', /^M[\d -l]+M[\d -l]+$/);
    await expect(servers).toContainText(/1,\d00/);
    await expect(page.getByRole('region', { name: 'Servers and users' })).toContainText('min 1,000');
    await expect(page.getByRole('img', { name: 'Calls per day' })).toBeVisible();
    await expect(page.getByText('Times in UTC.')).toBeVisible();
  });
});

test.describe('on a screen of 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  for (const [state, callsUsed] of [
    ['Healthy', 100],
    ['Stopped until', 100_000],
  ] as const) {
    test(`the overview of a bot that is “${state}” shows its first two rows without scrolling`, async ({
      page,
      site,
    }) => {
      const { id, email, url } = await botWithReports(site, WITH_GAP);
      const raw = openRawDatabase(site.databaseUrl);
      await raw.run('UPDATE bots SET cycle_used = ? WHERE id = ?', callsUsed, id);
      await raw.close();
      await openAs(page, site, email);
      await page.goto(url);
      await expect(page.getByText(state).first()).toBeVisible();
      for (const card of ['Quota', 'Reset', 'Reports', 'Servers and users', 'Send stats now']) {
        await expect(page.getByRole('region', { name: card, exact: true })).toBeInViewport({ ratio: 1 });
      }
    });
  }
});

test('arrow keys, Home and End move the crosshair, which announces the values and moves nothing', async ({
  page,
  site,
}) => {
  const { email, url } = await botWithReports(
    site,
    [3, 2, 1].map((hours) => hours * HOUR_MS),
  );
  await openAs(page, site, email);
  await page.goto(url);
  const chart = page.getByRole('application', { name: /^Servers and users over time; arrow/ });
  const height = async () => (await page.getByRole('main').boundingBox())?.height;
  const before = await height();
  await chart.focus();
  await page.keyboard.press('Home');
  const announced = chart.locator('[aria-live]');
  await expect(announced).toHaveText(/Servers 1,000\. Users 50,000$/);
  await page.keyboard.press('ArrowRight');
  await expect(announced).toHaveText(/Servers 1,001\. Users 50,001$/);
  await page.keyboard.press('End');
  await expect(announced).toHaveText(/Servers 1,002\. Users 50,002$/);
  expect(await height()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(announced).toBeEmpty();
});

test('the pointer and a touch show the nearest values', async ({ page, site }) => {
  const { email, url } = await botWithReports(
    site,
    [20, 2].map((hours) => hours * HOUR_MS),
  );
  await openAs(page, site, email);
  await page.goto(url);
  const chart = page.getByRole('application', { name: /^Servers and users over time; arrow/ });
  await chart.hover({ position: { x: 60, y: 80 } });
  await expect(chart.locator('span', { hasText: '1,000' })).toBeVisible();
  const { width = 0 } = (await chart.boundingBox()) ?? {};
  await chart.hover({ position: { x: width - 20, y: 80 } });
  await expect(chart.locator('span', { hasText: '1,001' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(chart.locator('span', { hasText: '1,001' })).toBeHidden();
  await chart.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 0, clientY: 0 });
  await expect(chart.locator('span', { hasText: '1,000' })).toBeVisible();
});

test('the table is read when it is opened, 100 rows a page, and the CSV file has every report', async ({
  page,
  site,
}) => {
  const ages = [...Array(250).keys()].map((at) => (250 - at) * MINUTE_MS);
  const { email, url } = await botWithReports(site, ages);
  await openAs(page, site, email);
  const reads: string[] = [];
  page.on('request', (request) => request.url().includes('/history?') && reads.push(request.url()));
  await page.goto(url);
  const card = page.getByRole('region', { name: 'Servers and users', exact: true });
  await expect(page.getByRole('application', { name: /^Servers and users over time; arrow/ })).toBeVisible();
  expect(reads).toEqual([]);

  await card.getByText('Table', { exact: true }).click();
  const rows = card.getByRole('row');
  await expect(rows).toHaveCount(101);
  await expect(rows.nth(1)).toContainText('1,249');
  await expectAccessible(page, 'the table of reports');
  for (const [first, count] of [
    ['1,149', 101],
    ['1,049', 51],
  ] as const) {
    await card.getByRole('button', { name: 'Older' }).click();
    await expect(rows.nth(1)).toContainText(first);
    await expect(rows).toHaveCount(count);
  }
  await expect(card.getByRole('button', { name: 'Older' })).toBeDisabled();
  await card.getByRole('button', { name: 'Newer' }).click();
  await expect(rows.nth(1)).toContainText('1,149');

  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'CSV' }).click();
  const [header, ...lines] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  // With a byte-order mark, without which spreadsheet programs misread names.
  expect(header).toBe('\ufeffat,servers,users,shards');
  expect(lines.map((line) => line.split(',')[1])).toEqual(ages.map((_, at) => String(1_000 + at)));
});

test('the pictures of the analytics are in the first HTML, and the crosshair reads their values', async ({
  browser,
  page,
  site,
}) => {
  // Each hour: the change of a UTC day is known from reports near its start and end.
  const ages = [...Array(960).keys()].map((at) => (959 - at) * HOUR_MS);
  const { email, id } = await botWithReports(site, ages);
  const address = site.origin + paths.bot(id).analytics;
  // Servers and users: growth and months; and the days of the week.
  const PICTURES = [
    ...['servers', 'users'].map((each) => `Change of ${each} over a day, a week and a month`),
    ...['Servers by month', 'Users by month', 'Mean change of servers by the day of the week'],
  ];
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, site, email);
  const plain = await context.newPage();
  await plain.goto(address);
  for (const name of PICTURES) {
    const picture = plain.getByRole('img', { name });
    await expect(picture).toBeVisible();
    expect(await picture.locator('rect').count(), name).toBeGreaterThan(0);
  }
  await context.close();

  await openAs(page, site, email);
  await page.goto(address);
  const chart = page.getByRole('application', { name: /^Change of servers/ });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toContainText('30 days');
  await expect(chart.getByText('The period before')).not.toHaveCount(0);
});
