import { paths } from '@/lib/contract/paths';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { makeBot } from '../support/site';
import { botWithReports, expect, newBotId, openAs, test } from './support';

/** What people set for all sites: colours of the system, no motion, larger text. */

const AGES = Array.from({ length: 40 }, (_, at) => (1_400 - at * 35) * MINUTE_MS);

test('what is chosen is seen in the colours of the system, and nothing moves where motion is unwelcome', async ({
  page,
  site,
}) => {
  const { email, url } = await botWithReports(site, AGES, (at) => 40_000 + at);
  await makeBot(site, { id: newBotId(), owner: email });
  await openAs(page, site, email);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const [address, chosen] of [
    [site.origin + paths.bots, ['nav[aria-label="State"] [aria-current]', 'aside [aria-current]']],
    [url, ['label:has([name="measure"]:checked)', 'nav[aria-label="Bot"] [aria-current]', 'main .chosen']],
  ] as const) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    for (const selector of chosen)
      await expect(page.locator(selector).first(), selector).toHaveCSS('outline-style', 'solid');
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .map((element) => getComputedStyle(element))
          .filter(
            (style) =>
              Number.parseFloat(style.transitionDuration) + Number.parseFloat(style.animationDuration) > 0,
          ).length,
    );
    expect(moving).toBe(0);
  }
});

test('at twice the size of text no figure of a list or of a bot is cut, and no page scrolls sideways', async ({
  page,
  site,
}) => {
  const { email, url } = await botWithReports(site, AGES, (at) => 17_060_000 + at);
  await makeBot(site, { id: newBotId(), owner: email });
  await openAs(page, site, email);
  // A browser of 1280 px at 200 %.
  await page.setViewportSize({ width: 640, height: 450 });
  for (const address of [site.origin + paths.bots, url]) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const cut = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '[data-figure] dd span, section[aria-label] > p, fieldset label span',
        ),
      ]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  }
});
