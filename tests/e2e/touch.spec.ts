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
  const ofBot = ['', '/activity?day=2026-01-01', '/keys', '/settings'].map((rest) => `/bots/${id}${rest}`);
  for (const path of [
    '/',
    '/bots',
    '/account',
    '/docs',
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
