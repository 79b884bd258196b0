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
async function htmlOf(site: Site, email: string): Promise<string> {
  const headers = { cookie: await sessionCookie(site, email) };
  return (await fetch(site.origin + paths.bots, { headers })).text();
}

test('several bots are added up and drawn together, in the first HTML too; one is not', async ({
  page,
  site,
}) => {
  const [one, four] = [await ownerOf(site, 1), await ownerOf(site, 4)];
  expect(await htmlOf(site, one)).not.toContain('All your bots together');
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
  await expect(page.locator('[data-figure]')).toHaveText([
    'Bots4None needs attention',
    /^Servers168\+108 \(\+180%\) since/,
    /^Users600/,
    'Calls today, UTC1608 refused',
  ]);
  await expect(page.getByRole('row').nth(1)).toBeInViewport();
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
  await expect(page.getByRole('row')).toHaveCount(31);
  await expectAccessible(page, `${paths.bots} of 300`);
});
