import { paths } from '@/lib/contract/paths';
import { makeBot, makeKey } from '../support/site';
import { expect, layOutAll, newBotId, newPerson, openAs, report, test } from './support';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

const CONTROLS =
  'main button, main select, main summary, main input:not([type=hidden], [type=radio], [type=checkbox]), main nav a, header a, header button';

test('every control is at least 40 px high for fingers, and the navigation of admins fits 320 px', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const [email, id] = [await newPerson(site, 'Admin', 'admin'), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Lantern', plan: 'premium' });
  await report(site, (await makeKey(site, id)).key, id, 5);
  await openAs(page, site, email);
  const ofBot = ['', '/activity?range=2026-01-01..2026-01-01', '/keys', '/settings'].map(
    (rest) => `/bots/${id}${rest}`,
  );
  for (const path of [
    '/',
    '/bots',
    '/account',
    '/docs',
    '/docs/report-stats',
    ...ofBot,
    '/admin/bots',
    '/admin/users',
    '/admin/keys',
  ]) {
    await page.goto(site.origin + path);
    await layOutAll(page);
    const small = await page.locator(CONTROLS).evaluateAll((all) =>
      all
        .filter((control) => control.checkVisibility())
        .map((control) => [control, control.getBoundingClientRect()] as const)
        .filter(
          ([control, { height, right }]) =>
            height < 40 || (control.closest('header') !== null && right > window.innerWidth),
        )
        .map(([{ textContent }, { height, right }]) => `${textContent}: ${height} px high, to ${right} px`),
    );
    expect(small, path).toEqual([]);
  }
});

test('a touch of a day shows its calls, and a second one leads to its activity', async ({ page, site }) => {
  const [email, id] = [await newPerson(site, 'Owner'), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Lantern' });
  await report(site, (await makeKey(site, id)).key, id, 5);
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).page);
  const chart = page.getByRole('application', { name: /^Calls per day/ });
  await chart.scrollIntoViewIfNeeded();
  const plot = chart.getByRole('img', { name: 'Calls per day, refused ones on top' });
  await expect(plot.locator('svg[role=application], .recharts-surface').first()).toBeVisible();
  const today = async () => {
    const box = await plot.boundingBox();
    if (box === null) throw new Error('There is no chart.');
    await page.touchscreen.tap(box.x + box.width - 14, box.y + box.height / 2);
  };
  await today();
  await expect(chart).toContainText('Reports');
  const tooltip = chart.locator('.recharts-tooltip-wrapper > *');
  const [shown, under] = [await tooltip.boundingBox(), await plot.boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((under?.y ?? 0) + 1);
  await expect(page).toHaveURL(site.origin + paths.bot(id).page);
  await today();
  await expect(page).toHaveURL(/activity\?range=/);
});
