import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { openRawDatabase } from '../support/process/raw-database';
import { expectAccessible } from './axe';
import { botWithReports, chooseRange, expect, openAs, rangeMenu, signIn, test } from './support';

/** Two hours of reports, two hours without, two hours of reports. */
const WITH_GAP = [...Array(360).keys()]
  .filter((minute) => minute < 120 || minute >= 240)
  .map((minute) => 6 * HOUR_MS - minute * MINUTE_MS);

/** Of the two counts, one is drawn at a time. */
const choose = (page: Page, count: string) =>
  page.locator('label:has([name="measure"])', { hasText: count }).click();

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the charts are drawn, with axes, key figures and a gap', async ({ page, site }) => {
    const { email, url } = await botWithReports(site, WITH_GAP);
    await openAs(page, site, email);
    await page.goto(url);
    const servers = page.getByRole('img', { name: 'Servers over time, 1 gap without reports' });
    await expect(servers).toBeVisible();
    await expect(servers.locator('[data-gaps="1"]')).toBeAttached();
    await expect(servers.locator('path[stroke-width="2"]')).toHaveAttribute('d', /^M[\d -l]+M[\d -l]+$/);
    await expect(servers).toContainText(/1,\d00/);
    await expect(page.getByRole('region', { name: 'Servers and users' })).toContainText('Lowest 1,000');
    await expect(page.getByText('No reports, 2 h').first()).toBeVisible();
    // The figures choose what is drawn.
    const users = page.getByRole('img', { name: 'Users over time, 1 gap without reports' });
    await expect(users).toBeHidden();
    await choose(page, 'Users');
    await expect(users).toBeVisible();
    await expect(servers).toBeHidden();
    await expect(
      page.getByRole('img', { name: /^Quota this cycle: .* calls used, .* at an even pace/ }),
    ).toBeVisible();
    await expect(page.getByRole('img', { name: 'Calls per day' })).toBeVisible();
    await expect(page.getByText('Times in UTC.').last()).toBeVisible();
    await expect(page.getByText('1 gap without reports.').last()).toBeVisible();
  });

  test('any days are chosen in a form, the days before by a link, and a day leads to its activity', async ({
    page,
    site,
  }) => {
    const { email, url, id } = await botWithReports(site, WITH_GAP);
    await openAs(page, site, email);
    await page.goto(url);
    // Just after midnight only yesterday has reports enough.
    const [first, day] = [24 * HOUR_MS, 0].map((ago) =>
      new Date(Date.now() - ago).toISOString().slice(0, 10),
    );
    await rangeMenu(page).locator('summary').click();
    await page.getByLabel('First day (UTC)').fill(first ?? '');
    await page.getByLabel('Last day (UTC)').fill(day ?? '');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(`${url}?from=${first}&to=${day}`);
    await expect(
      page.getByRole('img', { name: /^Servers over time, \d gaps? without reports$/ }),
    ).toBeVisible();
    await chooseRange(page, 'Last 24 hours');
    await page.getByRole('link', { name: 'Compare' }).click();
    await expect(page).toHaveURL(`${url}?range=24h&compare=1`);
    await page
      .getByRole('link', { name: /\d refused$/ })
      .last()
      .click();
    await expect(page).toHaveURL(`${site.origin}${paths.bot(id).activity}?range=${day}..${day}`);
  });
});

/**
 * A report a minute for the last 52 hours, but none for two minutes and a second, 20 hours ago: the longest range has buckets
 * of 15 hours, so that there are some before the gap and after it at any time of day.
 */
const WITH_SHORT_GAP = [...Array(3_120).keys()].map(
  (at) => (3_119 - at) * MINUTE_MS + (at < 1_920 ? MINUTE_MS + 1_000 : 0),
);

test('a gap of two intervals and a second is seen at every range, in the first HTML and by recharts', async ({
  browser,
  page,
  site,
}) => {
  const { email, url } = await botWithReports(site, WITH_SHORT_GAP);
  const time = (ageMs: number) => `${new Date(Date.now() - ageMs).toISOString().slice(0, 16)}Z`;
  const custom = `${time(22 * HOUR_MS)}..${time(18 * HOUR_MS)}`;
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, site, email);
  const plain = await context.newPage();
  await openAs(page, site, email);
  for (const range of ['24h', '7d', '30d', '90d', 'all', custom]) {
    const address = `${url}?${new URLSearchParams({ range })}`;
    for (const [each, drawn] of [
      [plain, '.drawn'],
      [page, '.recharts-surface'],
    ] as const) {
      await each.goto(address);
      for (const count of ['Servers', 'Users']) {
        await choose(each, count);
        const chart = each.getByRole('img', { name: `${count} over time, 1 gap without reports` });
        const gap = chart.locator(`${drawn} [data-gaps="1"]`);
        await expect(gap, range).toBeVisible();
        expect(await gap.evaluate((box) => getComputedStyle(box).strokeWidth), range).toBe('2px');
        // A line on both sides of it, none across.
        const lines = chart.locator(
          drawn === '.drawn' ? '.drawn path[stroke-width="2"]' : '.recharts-area-curve[stroke-width="2"]',
        );
        expect((await lines.first().getAttribute('d'))?.match(/M/g), range).toHaveLength(2);
      }
    }
  }
  await context.close();
});

test('recharts takes the place of the first drawing: same axes, same place, nothing moves', {
  tag: '@journey',
}, async ({ page, site }) => {
  const { email, url } = await botWithReports(site, WITH_GAP);
  await openAs(page, site, email);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      type Shift = { value: number; sources: readonly { node: Node | null }[] };
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        // Of the charts: elsewhere the reader's time zone replaces UTC.
        if (sources.some(({ node }) => node?.parentElement?.closest('[role="application"]')))
          shifts.sum += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  const servers = page.getByRole('img', { name: /^Servers over time/ });
  await expect(servers.locator('.recharts-surface').first()).toBeVisible();
  await expect(servers.locator('.drawn')).toBeHidden();
  // Also bars of days.
  const calls = page.getByRole('img', { name: /^Calls per day/ });
  await calls.scrollIntoViewIfNeeded();
  await expect(calls.locator('.recharts-surface').first()).toBeVisible();
  const places = (root: string) =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(`[data-plot] ${selector} text`)]
          .map((text) => ({ text: text.textContent ?? '', box: text.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0)
          .map(({ text, box }) => ({ text, x: box.x, y: box.y }))
          .sort((a, b) => a.y - b.y || a.x - b.x),
      root,
    );
  const [first, live] = [await places('.drawn'), await places('.recharts-surface')];
  expect(live.map(({ text }) => text).sort()).toEqual(first.map(({ text }) => text).sort());
  for (const { text, x, y } of live) {
    const same = first.filter((each) => each.text === text);
    expect(
      same.some((each) => Math.abs(each.x - x) <= 1 && Math.abs(each.y - y) <= 1),
      text,
    ).toBe(true);
  }
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBe(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(servers.locator('.recharts-surface').first()).toBeVisible();
  // Paper is white, and nothing on it can be clicked.
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  for (const role of ['navigation', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
});

test('a drag zooms in, a double click goes back, and a legend entry switches its series off', async ({
  page,
  site,
}) => {
  const { email, url } = await botWithReports(site, WITH_GAP);
  await openAs(page, site, email);
  await page.goto(url);
  const chart = page.getByRole('application', { name: /^Servers over time, .*; arrow/ });
  await expect(chart.locator('.recharts-surface').first()).toBeVisible();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart has no place.');
  await page.mouse.move(box.x + box.width - 120, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 40, box.y + 80, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/range=\d{4}-\d{2}-\d{2}T\d{2}%3A\d{2}Z\.\./);
  await expect(page.getByRole('link', { name: 'Earlier' })).toBeVisible();
  await chart.dblclick({ position: { x: 200, y: 80 } });
  await expect(page).toHaveURL(url);

  const calls = page.getByRole('img', { name: /^Calls per day/ });
  await calls.scrollIntoViewIfNeeded();
  await expect(calls.locator('.recharts-bar')).toHaveCount(2);
  await page.getByRole('button', { name: 'Refused', exact: true, pressed: true }).click();
  await expect(calls.locator('.recharts-bar')).toHaveCount(1);
  await page.getByRole('button', { name: 'Refused', exact: true, pressed: false }).click();
  await expect(calls.locator('.recharts-bar')).toHaveCount(2);
});

test('one crosshair is on counts, quota and calls, and the period before is a dashed line and a figure', async ({
  page,
  site,
}) => {
  // A day and a half: the period before of 24 h has reports.
  const ages = [...Array(36).keys()].map((at) => (35 - at) * HOUR_MS);
  const { email, url } = await botWithReports(site, ages);
  await openAs(page, site, email);
  await page.goto(`${url}?range=24h&compare=1`);
  await expect(page.getByText('The 24 hours before: +11').first()).toBeVisible();
  const chart = page.getByRole('application', { name: /^Servers over time, .*; arrow/ });
  await chart.focus();
  await expect(chart.locator('.recharts-line-curve[stroke-dasharray]')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(chart.locator('[aria-live]')).toHaveText(
    /Servers 1,035\. The period before 1,011\. Difference \+24$/,
  );
  await page.getByRole('img', { name: /^Calls per day/ }).scrollIntoViewIfNeeded();
  // The chart, the burn-up of the cycle and the calls.
  await expect(page.locator('.recharts-tooltip-cursor')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.locator('.recharts-tooltip-cursor')).toHaveCount(0);
});

test.describe('on a screen of 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  for (const [state, callsUsed] of [
    ['Healthy', 100],
    ['Stopped until', 100_000],
  ] as const) {
    test(`the overview of a bot that is “${state}” shows its figures and its chart without scrolling`, async ({
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
      for (const name of ['Quota used', 'Quota resets in', 'Next report'])
        await expect(page.getByRole('region', { name, exact: true })).toBeInViewport({ ratio: 1 });
      const plot = page.getByRole('img', { name: /^Servers over time/ });
      await expect(plot).toBeInViewport({ ratio: 1 });
      expect((await plot.boundingBox())?.height).toBeGreaterThanOrEqual(320);
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
  const chart = page.getByRole('application', { name: /^Servers over time, .*; arrow/ });
  const height = async () => (await page.getByRole('main').boundingBox())?.height;
  // Times in the reader's zone, not in that of the first HTML, which are longer.
  await expect(page.locator('time', { hasText: 'UTC' })).toHaveCount(0);
  const before = await height();
  await chart.focus();
  await page.keyboard.press('Home');
  const announced = chart.locator('[aria-live]');
  await expect(announced).toHaveText(/Servers 1,000$/);
  await page.keyboard.press('ArrowRight');
  await expect(announced).toHaveText(/Servers 1,001$/);
  await page.keyboard.press('End');
  await expect(announced).toHaveText(/Servers 1,002$/);
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
  const chart = page.getByRole('application', { name: /^Servers over time, .*; arrow/ });
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
  await expect(page.getByRole('application', { name: /^Servers over time, .*; arrow/ })).toBeVisible();
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
  const PICTURES = ['Servers by month', 'Users by month', 'Mean change of servers by the day of the week'];
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, site, email);
  const plain = await context.newPage();
  await plain.goto(address);
  for (const name of PICTURES) {
    const picture = plain.getByRole('img', { name });
    await expect(picture).toBeVisible();
    expect(await picture.locator('rect').count(), name).toBeGreaterThan(0);
  }
  const growth = plain.getByRole('region', { name: 'Growth of servers' }).getByRole('row');
  await expect(growth).toContainText(['In the last', '24 hours', '7 days', '30 days', 'Year']);
  // Of a week, a month and a year.
  await expect(growth.locator('svg')).toHaveCount(3);
  await context.close();

  await openAs(page, site, email);
  await page.goto(address);
  const chart = page.getByRole('application', { name: /^Mean change of servers/ });
  // It takes the focus once the page is hydrated.
  await expect(chart).toHaveAttribute('tabindex', '0');
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toContainText('Sunday');
});
