import { gzipSync } from 'node:zlib';
import { paths } from '@/lib/contract/paths';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';
import { openRawDatabase } from '../support/process/raw-database';
import { type Site, sessionCookie } from '../support/site';
import { expectAccessible } from './axe';
import { expect, newBotId, newPerson, openAs, test } from './support';

/** Owners of so many bots that they are looked at together. */

/** A week of reports every six hours; each bot has ten servers more than the one before. */
const AGES = Array.from({ length: 28 }, (_, at) => (27 - at) * 6 * HOUR_MS + 2 * MINUTE_MS);

/** An owner of `count` bots with a week of reports and calls. */
async function ownerOf(site: Site, count: number): Promise<string> {
  const email = await newPerson(site);
  const ids = Array.from({ length: count }, newBotId);
  await site.ports.directory.write([], async ({ users, bots }, nowMs) => {
    const owner = await users.findByEmail(email);
    for (const [at, id] of ids.entries()) {
      await bots.insert({
        id,
        name: `Fleet ${at + 1}`,
        ownerId: owner?.id ?? '',
        isDisabled: false,
        plan: 'free',
        registeredAtMs: nowMs - 9 * DAY_MS,
        planChangedAtMs: null,
        formerHistoryDays: PLANS.free.historyDays,
        ...NEW_SILENCE_TERMS,
      });
    }
  });
  const [raw, now] = [openRawDatabase(site.databaseUrl), Date.now()];
  const days = [3, 2, 1, 0].map((ago) => `${dayOf(now) - ago}:40:2`).join(',');
  await raw.runAll(
    ids.flatMap((id, at) => [
      [
        `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
         VALUES ${AGES.map((age, i) => `('${id}', ${now - age}, ${i}, ${at * 10 + i}, ${at * 100}, 1)`)}`,
      ],
      [
        `UPDATE bots SET cycle_used = 160, day_counts = '${days}', last_report_at_ms = ${now - 2 * MINUTE_MS},
         server_count = ${at * 10 + 27}, user_count = ${at * 100}, shard_count = 1 WHERE id = '${id}'`,
      ],
    ]),
  );
  await raw.close();
  return email;
}

/** The first HTML of the list as a browser gets it. */
async function htmlOf(site: Site, email: string, cookie = ''): Promise<string> {
  const own = await sessionCookie(site, email);
  return (await fetch(site.origin + paths.bots, { headers: { cookie: `${own}; ${cookie}` } })).text();
}

test('more than three bots are drawn together, in the first HTML too; three are not', async ({
  page,
  site,
}) => {
  const [three, four] = [await ownerOf(site, 3), await ownerOf(site, 4)];
  expect(await htmlOf(site, three)).not.toContain('All your bots together');
  const html = await htmlOf(site, four);
  for (const name of [
    'Servers of all your bots in 7 days',
    'Users of all your bots in 7 days',
    'Calls per day',
  ]) {
    const plot = html.slice(html.indexOf(`data-plot="${name}`));
    expect(plot.slice(0, 4_000), name).toMatch(/class="drawn[^>]*>.*<(path|rect)/s);
  }
  await openAs(page, site, four);
  const chart = page.getByRole('application', { name: /^Servers of all your bots/ });
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await chart.focus();
  await page.keyboard.press('End');
  // 27 + 37 + 47 + 57, as the totals above say.
  await expect(chart.getByText('168', { exact: true })).toBeVisible();
  await expect(page.getByTitle('The last reports of all your bots, added up')).toHaveText(
    'Servers168Users600',
  );
  await expect(page.getByRole('article').first()).toBeInViewport();
  await expectAccessible(page, paths.bots);
});

test('a page of 300 bots is as large as one of 30', async ({ page, site }) => {
  const [few, many] = [await ownerOf(site, 30), await ownerOf(site, 300)];
  const [small, large] = [await htmlOf(site, few), await htmlOf(site, many)];
  test.info().annotations.push({
    type: 'bytes',
    description: `${gzipSync(small).length} of 30, ${gzipSync(large).length} of 300 bots`,
  });
  expect(gzipSync(large).length - gzipSync(small).length).toBeLessThan(2_000);
  expect(gzipSync(large).length).toBeLessThan(30_000);
  await openAs(page, site, many);
  await expect(page.getByRole('article')).toHaveCount(30);
  await expectAccessible(page, `${paths.bots} of 300`);
});

test('the size of the rows is remembered, and is in the first HTML', async ({ page, site }) => {
  const email = await ownerOf(site, 8);
  await openAs(page, site, email);
  const height = async () => (await page.getByRole('article').first().boundingBox())?.height ?? 0;
  const large = await height();
  await page.getByText('Compact', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
  expect(await height()).toBeLessThan(large * 0.7);
  await expectAccessible(page, `${paths.bots}, compact`);
  await page.goto(`${site.origin}${paths.bots}?sort=name`);
  expect(await height()).toBeLessThan(large * 0.7);
  const cookies = await page.context().cookies();
  const rows = cookies.find(({ name }) => name.endsWith('rows'));
  expect(rows).toMatchObject({ value: 'compact', sameSite: 'Lax' });
  const isCompact = (html: string) => /checked=""[^>]*><span>Compact</.test(html);
  expect(isCompact(await htmlOf(site, email, `${rows?.name}=compact`))).toBe(true);
  expect(isCompact(await htmlOf(site, email, `${rows?.name}=anything`))).toBe(false);

  // The router has kept the page as it was before.
  await page.goto(site.origin + paths.bots);
  await page.getByText('Large', { exact: true }).click();
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/bots\/\d+$/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Large' })).toBeChecked();
});
