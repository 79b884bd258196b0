import { docsPath, paths } from '@/lib/contract/paths';
import { expect, test } from './support';

test('every page of the API reference fits the screen, is at most 6 000 px high, and is marked in the contents', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  await page.goto(site.origin + paths.docs);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const addresses = await contents
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses).toContain(docsPath('readAnalytics'));
  for (const address of addresses) {
    await page.goto(site.origin + address);
    await expect(contents.locator('[aria-current=page]')).toHaveAttribute('href', address);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      const size = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
      ]);
      expect(size[0], `${address} at ${width} px`).toBeLessThanOrEqual(width);
      expect(size[1], `${address} at ${width} px`).toBeLessThanOrEqual(6_000);
    }
  }
});
